import * as v from 'valibot';
import { bounds } from '#server/admission-queue/admission.ts';
import { type noProxies, proxiesOf } from './address.ts';
import { connectionsPerAddress } from './connections.ts';

const proxyFormat = 'a number of proxies (1 to 9), or their addresses and networks by commas: 10.0.0.0/8, fd00::/8';

/** `TRUST_PROXY`, parsed. */
const TrustProxy = v.pipe(
  v.string(),
  v.transform((text) => proxiesOf(text)),
  v.custom<typeof noProxies>((proxies) => proxies !== null, proxyFormat),
);

const number = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, `a whole number, ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `at least ${least}`),
    v.maxValue(most, `at most ${most}`),
  );

/** Settings of request limits and metrics (table in server/README.md). */
export const httpEntries = {
  TRUST_PROXY: v.optional(TrustProxy, '0'),
  REQUESTS_AT_ONCE: v.optional(number(1, 1_000), String(bounds.atOnce)),
  REQUESTS_PER_CLIENT: v.optional(number(1, 1_000), String(bounds.perClient)),
  CONNECTIONS_PER_ADDRESS: v.optional(number(0, 100_000), String(connectionsPerAddress)),
  METRICS_PORT: v.optional(number(1, 65_535)),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, 'at least 16 signs of ASCII'))),
};
