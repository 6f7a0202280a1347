import { collectDefaultMetrics } from 'prom-client';
import type { Pool } from '#server/db/open.ts';
import type { Deps } from '#server/deps.ts';
import type { Env } from '#server/env.ts';
import { type Listening, listen } from '#server/http/listen.ts';
import { watchGate } from './metrics.ts';
import { createMetricsPort } from './port.ts';
import { watchRetention } from './retention.ts';
import { watchShop } from './shop.ts';

/**
 * In: the settings and what is to be looked at: the process itself (memory, event loop), its gate, its connections, the
 * shop. Out: the port on which it can be, bound to this machine unless told otherwise; null where none is set.
 */
export const openMetrics = async (deps: Deps, env: Env, pool: Pool | null): Promise<Listening | null> => {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  if (port === undefined) return null;
  collectDefaultMetrics({ register: deps.metrics.registry });
  watchGate(deps.metrics, deps.gate);
  watchShop(deps.metrics, deps.db, pool);
  watchRetention(deps.metrics, deps.db);
  const app = createMetricsPort(deps, token ?? null);
  return listen((request, bindings) => app.fetch(request, bindings), port, host);
};
