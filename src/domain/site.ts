import * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { Method } from './payment.ts';
import type { SiteRulesSchema } from './site-rules.ts';

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

/** `variant`: the version for a coloured header; without it black in light mode, white in dark mode. */
export type Logo = { white: string; black: string; width: number; height: 16 | 30; variant?: 'white' | 'black' };

/** Public keys for a provider's script in the page; secrets must never be here (docs/product.md#setting-payment-keys). */
export type PaymentKeys = {
  stripe: string;
  gmoShop: string;
  softbankMerchant: string;
  softbankService: string;
  recaptcha: string;
};

/**
 * A device-fingerprint script of the venue's fraud check (docs/payments.md#device-fingerprint); it communicates through global
 * names.
 */
export type Fingerprint = {
  /** Its address; '' where it is not loaded. */
  url: Record<Environment, string>;
  /** The global function that it calls with the value, and with whether the value is complete. */
  callback: string;
  /** Global values that it reads when it starts. */
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
  /** Public keys of the payment providers and of the bot check; '' if the site has none. */
  paymentKeys: Record<Environment, PaymentKeys>;
  methods: readonly Method[];
  goToTicketButton: boolean;
  /** Orders are sent with a bot-check token, if the site has a key for it. */
  recaptcha: boolean;
  fingerprint: Fingerprint | null;
};

/** The facts of a site that charts use in guards; plain data, so that a snapshot can hold them. */
export type SiteRules = v.InferOutput<typeof SiteRulesSchema>;

/** Site key of the bot check; '' if orders are sent without one. */
export const botCheckKey = ({ recaptcha, paymentKeys }: SiteSettings, environment: Environment): string =>
  recaptcha ? paymentKeys[environment].recaptcha : '';

/** The part of the settings that charts get as input. */
export const rulesOf = (site: SiteSettings): SiteRules => ({
  code: site.code,
  mailConfirm: site.mailConfirm || site.isOnlyStartMailConfirm,
  onlyMail: site.isOnlyStartMailConfirm,
});
