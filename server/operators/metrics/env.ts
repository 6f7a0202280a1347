import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';

/** Settings of the metrics port (docs/settings.md). */
export const metricsEntries = {
  /** Port of `/metrics`, `/healthz` and `/readyz`, which visitors must not reach; none without it. */
  METRICS_PORT: v.optional(wholeNumber(1, 65_535, 6)),
  /** Address where that port listens. */
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  /** Bearer token of `/metrics` and of the details of `/readyz`. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, 'at least 16 ASCII characters'))),
};
export type MetricsEnv = v.InferOutput<v.ObjectSchema<typeof metricsEntries, undefined>>;
