import * as v from 'valibot';
import { environments } from '#src/domain/site.ts';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'a port number'), v.transform(Number), v.maxValue(65_535));
const Origin = v.pipe(
  v.string(),
  v.url('an address such as https://shop.example'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

const EnvSchema = v.object({
  PORT: v.optional(Port, '4173'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.startsWith('postgres', 'a postgres:// address'))),
  APP_ENV: v.optional(v.picklist(environments), 'development'),
  PUBLIC_URL: v.optional(Origin),
  TICKET_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
  STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^[sr]k_/, 'a secret key of Stripe (sk_… or rk_…)'))),
  STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.startsWith('whsec_', "the webhook's secret (whsec_…)"))),
  STRIPE_API_BASE: v.optional(Origin),
  SANDBOX_PORT: v.optional(Port),
  SANDBOX_URL: v.optional(Origin),
  SEED_DATE: v.optional(v.pipe(v.string(), v.isoDate('a day, YYYY-MM-DD'))),
  SEED: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'a whole number'), v.transform(Number)), '1'),
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
    if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
      faults.push('STRIPE_WEBHOOK_SECRET: needed with STRIPE_SECRET_KEY');
    if (env.APP_ENV === 'production' && !env.PUBLIC_URL) faults.push('PUBLIC_URL: needed in production');
    if (faults.length === 0) return env;
  }
  throw new Error(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
};
