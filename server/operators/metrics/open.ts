import { type Context, Hono } from 'hono';
import { collectDefaultMetrics } from 'prom-client';
import { isBearer } from '#server/core/crypto.ts';
import { faultOf } from '#server/core/log.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { setStrict } from '#server/web/http/headers.ts';
import { type HealthDeps, healthRoutes } from '#server/web/http/health.ts';
import { listen } from '#server/web/http/listen.ts';
import type { MetricsEnv } from './env.ts';
import { type Metrics, watchAdmissionQueue } from './metrics.ts';
import { watchDatabase, watchShop, watchWaitingRoom } from './shop.ts';

type PortDeps = HealthDeps & { metrics: Metrics };

/**
 * Endpoints for monitoring, on a separate port that visitors cannot reach: `/metrics` (Prometheus), `/healthz` and `/readyz`. Where
 * a bearer token is set, `/metrics` and the details of `/readyz` need it.
 */
export const createMetricsPort = (deps: PortDeps, token: string | null): Hono => {
  const port = new Hono();
  const mayRead = (c: Context): boolean => token === null || isBearer(c.req.header('authorization'), token);
  port.use(async (c, next) => {
    await next();
    setStrict(c.res.headers);
  });
  healthRoutes(port, deps, async (c) => (mayRead(c) ? () => true : null));
  port.get('/metrics', async (c) => {
    if (!mayRead(c)) return c.body(null, 401);
    const { registry } = deps.metrics;
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  });
  port.onError((thrown, c) => {
    deps.log('error', 'metrics_failed', faultOf(thrown));
    return c.body(null, 503);
  });
  return port;
};

/** Everything that is measured, and what probes ask about. */
export type MetricsDeps = PortDeps & { admissionQueue: AdmissionQueue; waitingRoom: WaitingRoom };

/**
 * Serves metrics of the process (memory, event loop), its admission queue, its connections and the shop on the configured port,
 * by default on the loopback interface; null where no port is set.
 */
export const openMetrics = async (deps: MetricsDeps, env: MetricsEnv, pools: OpenDatabase['pools']) => {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  if (port === undefined) return null;
  collectDefaultMetrics({ register: deps.metrics.registry });
  watchAdmissionQueue(deps.metrics, deps.admissionQueue);
  watchShop(deps.metrics, deps.reads);
  watchWaitingRoom(deps.metrics, deps.waitingRoom);
  watchDatabase(deps.metrics, pools, deps.disk);
  const app = createMetricsPort(deps, token ?? null);
  return listen((request, bindings) => app.fetch(request, bindings), port, host);
};
