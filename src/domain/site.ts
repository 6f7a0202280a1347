import * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { Method } from './payment.ts';

/** Site codes (docs/product.md#site-codes, docs/architecture.md#demo-data); the first is the default. */
export const siteCodes = [
  'borderless',
  'lab-exhibition',
  'mori',
  'mifuneyama',
  'kairakuen',
  'artizon',
  'softbank',
  'nishinippon',
  'nishinippon-chuguji',
  'nishinippon-exhibition01',
  'nishinippon-exhibition02',
  'nishinippon-exhibition03',
  'nishinippon-event01',
  'mobile-carrier',
] as const;
export type SiteCode = (typeof siteCodes)[number];
export const SiteCodeSchema = v.picklist(siteCodes);

export const environments = ['development', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** `variant`: the one that reads on a header with a colour of its own; without it black by day, white in the dark. */
export type Logo = { white: string; black: string; width: number; height: 16 | 30; variant?: 'white' | 'black' };

/** What a provider's script in the page is told; secrets never stand here (docs/product.md#setting-payment-keys). */
export type PaymentKeys = {
  stripe: string;
  gmoShop: string;
  softbankMerchant: string;
  softbankService: string;
  recaptcha: string;
};

/** A device-fingerprint script of the venue's fraud check (docs/payments.md#device-fingerprint), spoken to by names on the page. */
export type Fingerprint = {
  /** Its address; '' where it is not loaded. */
  url: Record<Environment, string>;
  /** The function it calls with the value, and with whether that is all of it. */
  callback: string;
  /** What it reads when it starts. */
  globals: Readonly<Record<string, string | number | boolean>>;
};

/** Per-site settings of docs/product.md#site-settings. */
export type SiteSettings = {
  code: SiteCode;
  title: Record<Lang, string>;
  logo: { header: Logo; print: { src: string; height: 85 | 60 }; onPc: boolean; onSp: boolean };
  isShowTeamLabBrand: boolean;
  /** Customer details are confirmed by mail before payment. */
  mailConfirm: boolean;
  isOnlyStartMailConfirm: boolean;
  ticketHelp: boolean;
  ticketDisplay: 'fusion' | 'separate';
  ticketHeaderColor: { pc: string; sp: string };
  gatagKey: { url: string };
  /** Public keys of the payment providers and of the bot check; '' where the site has none. */
  paymentKeys: Record<Environment, PaymentKeys>;
  methods: readonly Method[];
  goToTicketButton: boolean;
  /** Orders are sent with a token of the bot check, where its site key stands among the keys. */
  recaptcha: boolean;
  fingerprint: Fingerprint | null;
};

/** The few facts of a site that charts decide by; plain data, so that a snapshot can hold them. */
export type SiteRules = { code: SiteCode; mailConfirm: boolean; onlyMail: boolean };

/** In: settings and an environment. Out: the site key of its bot check; '' where orders go without. */
export const botCheckKey = ({ recaptcha, paymentKeys }: SiteSettings, environment: Environment): string =>
  recaptcha ? paymentKeys[environment].recaptcha : '';

/** In: settings. Out: the part that charts get as input. */
export const rulesOf = (site: SiteSettings): SiteRules => ({
  code: site.code,
  mailConfirm: site.mailConfirm || site.isOnlyStartMailConfirm,
  onlyMail: site.isOnlyStartMailConfirm,
});
