import * as v from 'valibot';
import { environments, SiteCodeSchema } from '#src/domain/site.ts';
import { readFailpoint } from './failpoints.ts';
import { httpEntries } from './http/env.ts';
import { secretEntries } from './secrets.ts';
import { walletEntries, walletFaults } from './wallets/env.ts';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'a port number'), v.transform(Number), v.maxValue(65_535));
const Origin = v.pipe(
  v.string(),
  v.url('an address such as https://shop.example'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** JSON: the shop of each site, `default` for the others. `words` says what it should be, and never what it is. */
const shopsOf = <Entries extends v.ObjectEntries>(words: string, entries: Entries) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
      try {
        const value: unknown = JSON.parse(dataset.value);
        if (!Array.isArray(value)) return value;
      } catch {
        // said below
      }
      addIssue({ message: words });
      return NEVER;
    }),
    v.record(
      v.union([SiteCodeSchema, v.literal('default')], 'a site or "default" before each shop'),
      v.strictObject(entries, words),
      words,
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

const secretWords = 'a secret key, or one by site: {"default": "…", "mori": "…"}';
/** The bot check's secret, one for all sites or JSON by site. Never says what it is. */
const RecaptchaSecrets = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
    if (!dataset.value.startsWith('{')) return { default: dataset.value };
    try {
      return JSON.parse(dataset.value);
    } catch {
      addIssue({ message: secretWords });
      return NEVER;
    }
  }),
  v.record(
    v.union([SiteCodeSchema, v.literal('default')], secretWords),
    v.pipe(v.string(secretWords), v.regex(/^[\x21-\x7e]{16,}$/, secretWords)),
    secretWords,
  ),
);

/** Says what is wrong with an address, and never repeats it: the password stands in it. */
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
  PUBLIC_URL: v.optional(Origin),
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
  FAILPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => readFailpoint(text) !== null,
        'a place of server/failpoints.ts, and which passing: name or name:2',
      ),
    ),
  ),
  SEED_DATE: v.optional(v.pipe(v.string(), v.isoDate('a day, YYYY-MM-DD'))),
  SEED: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'a whole number'), v.transform(Number))),
});
export type Env = v.InferOutput<typeof EnvSchema>;

/**
 * In: the process's environment; empty values count as not set. Out: settings of the server (table in README.md).
 * Throws one sentence per wrong value.
 */
export const readEnv = (environment: Record<string, string | undefined>): Env => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(EnvSchema, given);
  const faults = (parsed.issues ?? []).map(({ path, message }) => `${path?.[0]?.key}: ${message}`);
  if (parsed.success) {
    const env = parsed.output;
    if (env.DATABASE_URL && !env.TICKET_SECRET)
      faults.push('TICKET_SECRET: needed with DATABASE_URL, the same for every process on that database');
    if (env.TICKET_SECRET_FALLBACKS && !env.TICKET_SECRET)
      faults.push('TICKET_SECRET: needed with TICKET_SECRET_FALLBACKS');
    if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
      faults.push('STRIPE_WEBHOOK_SECRET: needed with STRIPE_SECRET_KEY');
    if (env.GMO_BASE_URL && !env.GMO_SHOPS) faults.push('GMO_SHOPS: needed with GMO_BASE_URL');
    if ((env.SOFTBANK_BASE_URL || env.SOFTBANK_LINK_URL) && !env.SOFTBANK_SHOPS)
      faults.push('SOFTBANK_SHOPS: needed with SOFTBANK_BASE_URL and SOFTBANK_LINK_URL');
    if (env.RECAPTCHA_BASE_URL && !env.RECAPTCHA_SECRET)
      faults.push('RECAPTCHA_SECRET: needed with RECAPTCHA_BASE_URL');
    if (env.SMTP_URL && !env.MAIL_FROM) faults.push('MAIL_FROM: needed with SMTP_URL, the address mails come from');
    if (env.MAIL_FROM && !env.SMTP_URL) faults.push('SMTP_URL: needed with MAIL_FROM, where mails are handed over');
    faults.push(...walletFaults(env));
    if (env.APP_ENV === 'production' && env.FAILPOINT) faults.push('FAILPOINT: for tests, never in production');
    if (env.APP_ENV === 'production' && !env.PUBLIC_URL) faults.push('PUBLIC_URL: needed in production');
    if (faults.length === 0) return env;
  }
  throw new Error(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
};
