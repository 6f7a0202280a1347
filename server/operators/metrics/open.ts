import { collectDefaultMetrics } from 'prom-client';
import type { OpenDatabase } from '#server/db/open.ts';
import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { type Listening, listen } from '#server/web/http/listen.ts';
import type { MetricsEnv } from './env.ts';
import { watchAdmissionQueue } from './metrics.ts';
import { createMetricsPort, type PortDeps } from './port.ts';
import { watchDatabase, watchShop, watchWaitingRoom } from './shop.ts';

/** Everything that is measured, and what probes ask about. */
export type MetricsDeps = PortDeps & { admissionQueue: AdmissionQueue; waitingRoom: WaitingRoom };

/**
 * Serves metrics of the process (memory, event loop), its admission queue, its connections and the shop on the configured port,
 * by default on the loopback interface; null where no port is set.
 */
export const openMetrics = async (
  deps: MetricsDeps,
  env: MetricsEnv,
  pools: OpenDatabase['pools'],
): Promise<Listening | null> => {
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
