import * as v from 'valibot';
import { jsonSetting, Origin, wholeNumber } from '#server/core/settings.ts';
import { RecaptchaSecretSchema, secretFormat } from '#server/payments/providers/env.ts';
import { bounds } from '#server/shared/admission-queue/admission-queue.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { connectionsPerAddress, type noProxies, proxiesOf } from './address.ts';

const proxyFormat = 'a number of proxies (1 to 9), or their addresses and networks by commas: 10.0.0.0/8, fd00::/8';

/** `TRUST_PROXY`, parsed. */
const TrustProxy = v.pipe(
  v.string(),
  v.transform((text) => proxiesOf(text)),
  v.custom<typeof noProxies>((proxies) => proxies !== null, proxyFormat),
);

/** The bot check's secret, one for all sites or JSON by site. Messages never repeat it. */
const RecaptchaSecrets = v.pipe(
  v.string(),
  v.transform((text) => (text.startsWith('{') ? text : JSON.stringify({ default: text }))),
  jsonSetting(secretFormat),
  v.record(v.union([SiteCodeSchema, v.literal('default')], secretFormat), RecaptchaSecretSchema, secretFormat),
);

/** Settings of request limits and of the bot check (docs/settings.md). */
export const httpEntries = {
  /**
   * Trusted proxies for `x-forwarded-for` and `x-request-id`: their number in a row (`1`), or their addresses and
   * networks (`10.0.0.0/8, fd00::/8`); with 0 all visitors behind a proxy are one address.
   */
  TRUST_PROXY: v.optional(TrustProxy, '0'),
  /** Capacity of a process for browsing and new orders, and as much for purchases and tickets. */
  REQUESTS_AT_ONCE: v.optional(wholeNumber(1, 1_000, 6), String(bounds.atOnce)),
  /** How much of it one address may use; its /56 and /48 1.5 and 2 times as much. */
  REQUESTS_PER_CLIENT: v.optional(wholeNumber(1, 1_000, 6), String(bounds.perClient)),
  /**
   * Open connections of one address, 1.5 and 2 times as many of its /56 and /48, except trusted proxies; 0: no limit.
   */
  CONNECTIONS_PER_ADDRESS: v.optional(wholeNumber(0, 100_000, 6), String(connectionsPerAddress)),
  /**
   * Milliseconds after SIGTERM in which requests are still taken, while `/readyz` is 503 and proxies learn of it; 10000, in
   * development 1000 without it.
   */
  STOP_LINGER_MS: v.optional(wholeNumber(0, 60_000, 5)),
  /** `1`: HSTS also holds for the subdomains of the shop's hosts, for a year: only where all of them have https. */
  HSTS_SUBDOMAINS: v.optional(v.picklist(['1'], '1, or not set')),
  /**
   * The bot check's secret for all sites, or by site: `{"default": "…", "mori": "…"}`; needed outside development for
   * sites with `recaptcha: true`; without it the check is off in development. In a demo the sandbox's.
   */
  RECAPTCHA_SECRET: v.optional(RecaptchaSecrets),
  /** Origin of `/recaptcha/api/siteverify`; Google's without it. */
  RECAPTCHA_BASE_URL: v.optional(Origin),
  /** Least score that passes, 0 to 1. */
  RECAPTCHA_MIN_SCORE: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1'), v.transform(Number)),
    '0.5',
  ),
};
export type HttpEnv = v.InferOutput<v.ObjectSchema<typeof httpEntries, undefined>>;
