import * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { PageSchema } from './site-settings.ts';

/** First segments of addresses that mean something else, a word that settings use beside site codes, and a key that objects have. */
const reservedCodes: readonly string[] = ['tickets', 'api', 'assets', 'sites', 'sandbox', 'default', 'constructor'];

/** The code of a site: the name of its folder and the first segment of its address (docs/product.md#site-codes). */
export const SiteCodeSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a site code: a small letter, then at most 39 small letters, digits and hyphens'),
  v.check((code) => !reservedCodes.includes(code), `another code: ${reservedCodes.join(', ')} are reserved`),
);
export type SiteCode = v.InferOutput<typeof SiteCodeSchema>;

/** The facts of a site that charts use in guards; plain data, so that a snapshot can hold them. */
export const SiteRulesSchema = v.object({ code: SiteCodeSchema, mailConfirm: v.boolean(), onlyMail: v.boolean() });
export type SiteRules = v.InferOutput<typeof SiteRulesSchema>;

export const environments = ['development', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

type PageFields = v.InferOutput<typeof PageSchema>;
/** A logo with the addresses of its two versions. */
export type Logo = PageFields['logo']['header'] & { white: string; black: string };

/** Per-site settings of docs/product.md#site-settings, as the page has them. */
export type SiteSettings = Omit<PageFields, 'logo'> & {
  code: SiteCode;
  logo: Omit<PageFields['logo'], 'header' | 'print'> & {
    header: Logo;
    print: PageFields['logo']['print'] & { src: string };
  };
};
export type PaymentKeys = PageFields['paymentKeys'][Environment];
export type Fingerprint = NonNullable<PageFields['fingerprint']>;

/** The map of a place: the operator's, or a search, which each platform opens in its browser or its app for maps. */
export const mapOf = ({ map, place }: Pick<SiteSettings['exhibition'], 'map' | 'place'>, lang: Lang): string =>
  map || `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place[lang])}`;

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
