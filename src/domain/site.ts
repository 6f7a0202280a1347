import type * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { ExpressWallet, Method } from './payment.ts';
import type { SiteCodeSchema } from './site-code.ts';
import type { SiteRulesSchema } from './site-rules.ts';

/** The code of a site (src/domain/site-code.ts). */
export type SiteCode = v.InferOutput<typeof SiteCodeSchema>;

export const environments = ['development', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** `variant`: the version for a coloured header; without it black in light mode, white in dark mode. */
export type Logo = {
  white: string;
  black: string;
  width: number;
  height: 16 | 30;
  variant?: 'white' | 'black' | undefined;
};

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

/** The exhibition that visitors come for, in each language. */
export type Exhibition = {
  name: Record<Lang, string>;
  place: Record<Lang, string>;
  /** Address of a map; '' without one. */
  map: string;
  openingHours: Record<Lang, string>;
  /** A description of the large picture. */
  picture: Record<Lang, string>;
  /** First and last day of an exhibition; null for a house that is always there. */
  period: { from: string; to: string } | null;
};

/** The map of a place: the operator's, or a search that maps of all platforms open, or their app does. */
export const mapOf = ({ map, place }: Pick<Exhibition, 'map' | 'place'>, lang: Lang): string =>
  map || `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place[lang])}`;

/** Per-site settings of docs/product.md#site-settings, as the page has them. */
export type SiteSettings = {
  code: SiteCode;
  /** Where pages that our server does not fill find the API; '' as docs/product.md#site-of-an-address says. */
  api: string;
  title: Record<Lang, string>;
  exhibition: Exhibition;
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
  /** Express wallets of `stripe_secure` or `stripe`, where Stripe has one on the device. */
  expressWallets: readonly ExpressWallet[];
  goToTicketButton: boolean;
  /** Orders are sent with a bot-check token, if the site has a key for it. */
  recaptcha: boolean;
  fingerprint: Fingerprint | null;
};

/** The facts of a site that charts use in guards; plain data, so that a snapshot can hold them. */
export type SiteRules = v.InferOutput<typeof SiteRulesSchema>;

/** Where the settings of a site's page are served as JSON, for pages that do not contain them (docs/product.md#site-files). */
export const settingsPath = (code: SiteCode): string => `/sites/${code}.json`;

/** Site key of the bot check; '' if orders are sent without one. */
export const botCheckKey = ({ recaptcha, paymentKeys }: SiteSettings, environment: Environment): string =>
  recaptcha ? paymentKeys[environment].recaptcha : '';

/** The part of the settings that charts get as input. */
export const rulesOf = (site: SiteSettings): SiteRules => ({
  code: site.code,
  mailConfirm: site.mailConfirm || site.isOnlyStartMailConfirm,
  onlyMail: site.isOnlyStartMailConfirm,
});
