import * as v from 'valibot';
import { Port } from './core/settings.ts';
import { databaseEntries } from './db/env.ts';
import { mailEntries } from './mail/env.ts';
import { metricsEntries } from './operators/metrics/env.ts';
import { settingsFindings } from './operators/preflight/settings.ts';
import { holdEntries } from './orders/holds/hold-settings.ts';
import { providerEntries } from './payments/providers/env.ts';
import { sharedEntries } from './shared/env.ts';
import { readFailpoint } from './shared/failpoints.ts';
import { type Finding, finding } from './shared/finding.ts';
import { retentionEntries } from './shared/retention-rules.ts';
import { sitesEntries } from './shared/sites/env.ts';
import { secretEntries } from './shared/tokens/secrets.ts';
import { httpEntries } from './web/http/env.ts';
import { walletEntries, walletFindings } from './web/wallets/env.ts';

/** All settings; docs/settings.md is written from their comments and defaults. */
export const EnvSchema = v.object({
  /** Port of the shop; 0: any free one, which is printed. */
  PORT: v.optional(Port, '4173'),
  /** Address where it listens; all interfaces without it. */
  HOST: v.optional(v.string()),
  ...sharedEntries,
  ...sitesEntries,
  ...secretEntries,
  ...providerEntries,
  ...mailEntries,
  ...metricsEntries,
  /**
   * Port of the sandbox; a sandbox that already runs there is used, so processes of one demo share it; `PORT` + 1
   * without it.
   */
  SANDBOX_PORT: v.optional(Port),
  /** Address where the sandbox listens; 127.0.0.1 without it. */
  SANDBOX_HOST: v.optional(v.string()),
  ...walletEntries,
  ...httpEntries,
  ...databaseEntries,
  ...holdEntries,
  ...retentionEntries,
  /**
   * For `npm run tool -- load crash`: the process kills itself at this point of `shared/failpoints.ts`, the third time
   * with `paid_committed:3`; `:stop` suspends it; refused in production.
   */
  FAILPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => readFailpoint(text) !== null,
        'a place of server/shared/failpoints.ts, and which passing: name or name:2',
      ),
    ),
  ),
  /** First day of the invented catalogue; today in Tokyo without it. */
  SEED_DATE: v.optional(v.pipe(v.string(), v.isoDate('a day, YYYY-MM-DD'))),
  /**
   * Number of the invented catalogue, 1 without it: the same day and number give the same shop. In production no
   * catalogue is invented unless it is set.
   */
  SEED: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'a whole number'), v.transform(Number))),
});
export type Env = v.InferOutput<typeof EnvSchema>;

type Environment = Record<string, string | undefined>;
type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

const nameOf = ({ path }: v.BaseIssue<unknown>): string => String(path?.[0]?.key);

/** Parses the settings as if wrong values were not set, so that one list can name all other findings too. */
const withoutWrongValues = (settings: Environment, issues: Issues): Env => {
  const wrong = new Set(issues.map(nameOf));
  return v.parse(EnvSchema, Object.fromEntries(Object.entries(settings).filter(([name]) => !wrong.has(name))));
};

/** Findings about settings without which another one is of no use. */
const pairFindings = (env: Env): Finding[] => {
  const needed: (readonly [isUsed: unknown, setting: keyof Env, problem: string])[] = [
    [env.DATABASE_URL, 'TICKET_SECRET', 'needed with DATABASE_URL, the same for every process on that database'],
    [env.TICKET_SECRET_FALLBACKS, 'TICKET_SECRET', 'needed with TICKET_SECRET_FALLBACKS'],
    [env.STRIPE_SECRET_KEY, 'STRIPE_WEBHOOK_SECRET', 'needed with STRIPE_SECRET_KEY'],
    [env.SITES === '*', 'SITES_DIR', 'needed with SITES=*, the folder of the sites to sell'],
    [env.GMO_BASE_URL, 'GMO_SHOPS', 'needed with GMO_BASE_URL'],
    [
      env.SOFTBANK_BASE_URL || env.SOFTBANK_LINK_URL,
      'SOFTBANK_SHOPS',
      'needed with SOFTBANK_BASE_URL and SOFTBANK_LINK_URL',
    ],
    [env.RECAPTCHA_BASE_URL, 'RECAPTCHA_SECRET', 'needed with RECAPTCHA_BASE_URL'],
    [env.SMTP_URL, 'MAIL_FROM', 'needed with SMTP_URL, the address mails come from'],
    [env.MAIL_FROM, 'SMTP_URL', 'needed with MAIL_FROM, where mails are handed over'],
  ];
  return needed.flatMap(([isUsed, setting, problem]) => (isUsed && !env[setting] ? [finding(setting, problem)] : []));
};

/**
 * Reads the settings (docs/settings.md) from the environment; empty values count as not set. Returns a finding for each
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
