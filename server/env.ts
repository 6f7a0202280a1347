import * as v from 'valibot';
import { environments, type SiteCode, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';
import { databaseEntries } from './db/env.ts';
import { holdEntries } from './holds/hold-settings.ts';
import { httpEntries } from './http/env.ts';
import { settingsFindings } from './preflight/settings.ts';
import { retentionEntries } from './retention/env.ts';
import { readFailpoint } from './shared/failpoints.ts';
import { type Finding, finding } from './shared/finding.ts';
import { secretEntries } from './tokens/secrets.ts';
import { walletEntries, walletFindings } from './wallets/env.ts';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'a port number'), v.transform(Number), v.maxValue(65_535));
const Origin = v.pipe(
  v.string(),
  v.url('an address such as https://shop.example'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Must be an origin without a path, because links append paths to it. */
const PublicUrl = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const url = URL.parse(dataset.value);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (isOrigin) return url.origin;
    addIssue({ message: 'an origin such as https://tickets.example.org, without a path' });
    return NEVER;
  }),
);

const isSiteCode = (code: string): code is SiteCode => v.is(SiteCodeSchema, code);
/** Site codes separated by commas. */
const Sites = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((code) => code.trim()))].filter(Boolean)),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly SiteCode[] => {
    const unknown = dataset.value.filter((code) => !isSiteCode(code));
    if (unknown.length === 0) return dataset.value.filter(isSiteCode);
    addIssue({ message: `${unknown.join(', ')}: not a site's code. The codes are ${siteCodes.join(', ')}` });
    return NEVER;
  }),
);

/** JSON: shop credentials by site, `default` for the others. `words` describes the format; messages never repeat the value. */
const shopsOf = <Entries extends v.ObjectEntries>(format: string, entries: Entries) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
      try {
        const value: unknown = JSON.parse(dataset.value);
        if (!Array.isArray(value)) return value;
      } catch {
        // reported below
      }
      addIssue({ message: format });
      return NEVER;
    }),
    v.record(
      v.union([SiteCodeSchema, v.literal('default')], 'a site or "default" before each shop'),
      v.strictObject(entries, format),
      format,
    ),
  );
const GmoShops = shopsOf('shops by site, {"default": {"id": "tshop…", "pass": "…"}}', {
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,13}$/, 'a shop id, at most 13 letters and digits')),
  pass: v.pipe(v.string(), v.nonEmpty("the shop's password")),
});
const SoftbankShops = shopsOf('shops by site, {"default": {"merchant": "…", "service": "…", "hashKey": "…"}}', {
  merchant: v.pipe(v.string(), v.regex(/^\d{5}$/, 'a merchant id, 5 digits')),
  service: v.pipe(v.string(), v.regex(/^\d{3}$/, 'a service id, 3 digits')),
  hashKey: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, 'the hash key, at least 16 signs of ASCII')),
});

const secretFormat = 'a secret key, or one by site: {"default": "…", "mori": "…"}';
/** The bot check's secret, one for all sites or JSON by site. Messages never repeat it. */
const RecaptchaSecrets = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
    if (!dataset.value.startsWith('{')) return { default: dataset.value };
    try {
      return JSON.parse(dataset.value);
    } catch {
      addIssue({ message: secretFormat });
      return NEVER;
    }
  }),
  v.record(
    v.union([SiteCodeSchema, v.literal('default')], secretFormat),
    v.pipe(v.string(secretFormat), v.regex(/^[\x21-\x7e]{16,}$/, secretFormat)),
    secretFormat,
  ),
);

/** Messages never repeat the address, because it contains the password. */
const SmtpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text),
    'an address, smtps://user:password@mail.example',
  ),
);

const EnvSchema = v.object({
  PORT: v.optional(Port, '4173'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.startsWith('postgres', 'a postgres:// address'))),
  APP_ENV: v.optional(v.picklist(environments), 'development'),
  SITES: v.optional(Sites),
  SANDBOX: v.optional(v.picklist(['1'], '1, or not set')),
  PUBLIC_URL: v.optional(PublicUrl),
  ...secretEntries,
  STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^[sr]k_/, 'a secret key of Stripe (sk_… or rk_…)'))),
  STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.startsWith('whsec_', "the webhook's secret (whsec_…)"))),
  STRIPE_API_BASE: v.optional(Origin),
  GMO_BASE_URL: v.optional(Origin),
  GMO_SHOPS: v.optional(GmoShops),
  SOFTBANK_BASE_URL: v.optional(Origin),
  SOFTBANK_LINK_URL: v.optional(v.pipe(v.string(), v.url('an address such as https://pay.example/form'))),
  SOFTBANK_SHOPS: v.optional(SoftbankShops),
  RECAPTCHA_SECRET: v.optional(RecaptchaSecrets),
  RECAPTCHA_BASE_URL: v.optional(Origin),
  RECAPTCHA_MIN_SCORE: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1'), v.transform(Number)),
    '0.5',
  ),
  SMTP_URL: v.optional(SmtpUrl),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('the address mails come from, such as tickets@shop.example'))),
  SANDBOX_PORT: v.optional(Port),
  SANDBOX_URL: v.optional(Origin),
  ...walletEntries,
  ...httpEntries,
  ...databaseEntries,
  ...holdEntries,
  ...retentionEntries,
  FAILPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => readFailpoint(text) !== null,
        'a place of server/shared/failpoints.ts, and which passing: name or name:2',
      ),
    ),
  ),
  SEED_DATE: v.optional(v.pipe(v.string(), v.isoDate('a day, YYYY-MM-DD'))),
  SEED: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'a whole number'), v.transform(Number))),
});
export type Env = v.InferOutput<typeof EnvSchema>;

/** The sites on sale: by default all in development, none elsewhere. */
export const servedSites = ({ SITES, APP_ENV }: Env): readonly SiteCode[] =>
  SITES ?? (APP_ENV === 'development' ? siteCodes : []);

type Environment = Record<string, string | undefined>;
type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

const nameOf = ({ path }: v.BaseIssue<unknown>): string => String(path?.[0]?.key);

/** Parses the settings as if wrong values were not set, so that one list can name all other findings too. */
const withoutWrongValues = (settings: Environment, issues: Issues): Env => {
  const wrong = new Set(issues.map(nameOf));
  return v.parse(EnvSchema, Object.fromEntries(Object.entries(settings).filter(([name]) => !wrong.has(name))));
};

/** Findings about settings that depend on each other. */
const pairFindings = (env: Env): Finding[] => {
  const needed: (readonly [boolean, setting: string, problem: string])[] = [
    [
      Boolean(env.DATABASE_URL && !env.TICKET_SECRET),
      'TICKET_SECRET',
      'needed with DATABASE_URL, the same for every process on that database',
    ],
    [
      Boolean(env.TICKET_SECRET_FALLBACKS && !env.TICKET_SECRET),
      'TICKET_SECRET',
      'needed with TICKET_SECRET_FALLBACKS',
    ],
    [
      Boolean(env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET),
      'STRIPE_WEBHOOK_SECRET',
      'needed with STRIPE_SECRET_KEY',
    ],
    [Boolean(env.GMO_BASE_URL && !env.GMO_SHOPS), 'GMO_SHOPS', 'needed with GMO_BASE_URL'],
    [
      Boolean((env.SOFTBANK_BASE_URL || env.SOFTBANK_LINK_URL) && !env.SOFTBANK_SHOPS),
      'SOFTBANK_SHOPS',
      'needed with SOFTBANK_BASE_URL and SOFTBANK_LINK_URL',
    ],
    [Boolean(env.RECAPTCHA_BASE_URL && !env.RECAPTCHA_SECRET), 'RECAPTCHA_SECRET', 'needed with RECAPTCHA_BASE_URL'],
    [Boolean(env.SMTP_URL && !env.MAIL_FROM), 'MAIL_FROM', 'needed with SMTP_URL, the address mails come from'],
    [Boolean(env.MAIL_FROM && !env.SMTP_URL), 'SMTP_URL', 'needed with MAIL_FROM, where mails are handed over'],
  ];
  return needed.flatMap(([isMissing, setting, problem]) => (isMissing ? [finding(setting, problem)] : []));
};

/**
 * Reads the settings (table in server/README.md) from the environment; empty values count as not set. Returns a finding for each
 * value that is wrong by itself or in combination with others.
 */
export const readSettings = (environment: Environment): { env: Env; findings: Finding[] } => {
  const settings = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(EnvSchema, settings);
  const env = parsed.success ? parsed.output : withoutWrongValues(settings, parsed.issues);
  const wrong = (parsed.issues ?? []).map((issue) => finding(nameOf(issue), issue.message));
  const known = new Set(wrong.map(({ setting }) => setting));
  const more = [...pairFindings(env), ...walletFindings(env), ...settingsFindings(env)];
  return { env, findings: [...wrong, ...more.filter(({ setting }) => !known.has(setting))] };
};
