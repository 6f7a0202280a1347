import { type Context, Hono } from 'hono';
import { isBearer } from '#server/core/crypto.ts';
import { faultOf } from '#server/core/log.ts';
import type { Metrics } from '#server/operators/metrics/metrics.ts';
import { setStrict } from '#server/web/http/headers.ts';
import { type HealthDeps, healthRoutes } from '#server/web/http/health.ts';

export type PortDeps = HealthDeps & { metrics: Metrics };

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
