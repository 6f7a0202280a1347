import type { Context, Env, Hono } from 'hono';
import { cachedCheck } from '#server/core/cached-check.ts';
import type { Log } from '#server/core/log.ts';
import type { DiskWatch } from '#server/db/disk.ts';
import { readState } from '#server/db/migrate.ts';
import type { Db } from '#server/db/open.ts';
import { logUnlessUnavailable } from '#server/db/unavailable.ts';
import type { Sites } from '#server/sites/sites.ts';
import { faultLine } from '#src/sites/read-site.ts';

const respond = (c: Context, ok: boolean, state: string, more: Record<string, unknown> = {}): Response =>
  c.json({ ok, state, ...more }, ok ? 200 : 503, { 'cache-control': 'no-store' });

/** Time limit (ms) of a readiness reply: probes give up soon. */
const answersWithin = 2_000;

type State = 'ready' | 'migrating' | 'read_only' | 'disk_full' | 'database';

/** Checks everything that a sale needs. */
const stateOf = async ({ reads, log }: { reads: Db; log: Log }): Promise<State> => {
  try {
    const { isMigrated, isReadOnly } = await readState(reads);
    if (!isMigrated) return 'migrating';
    return isReadOnly ? 'read_only' : 'ready';
  } catch (thrown) {
    logUnlessUnavailable(log, 'not_ready', thrown);
    return 'database';
  }
};

/** What a health probe reports; `life.isEnding`: the process is shutting down. */
export type HealthDeps = { reads: Db; disk: DiskWatch; life: { isEnding: boolean }; sites: Sites; log: Log };

/**
 * Probes for a supervisor. `/healthz`: the process replies; if not, restart it. `/readyz`: the database is reachable, writable
 * and migrated, the disk has room, and the process is not stopping; on 503 send no requests, and wait. `sites`: what is wrong with folders of sites.
 */
export const healthRoutes = <E extends Env>(app: Hono<E>, deps: HealthDeps): void => {
  const currentState = cachedCheck(() => stateOf(deps));
  app.get('/healthz', (c: Context) => respond(c, true, 'alive'));
  app.get('/readyz', async (c: Context) => {
    if (deps.life.isEnding) return respond(c, false, 'ending');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<State>((resolve) => {
      timer = setTimeout(() => resolve('database'), answersWithin);
    });
    const checkedState = await Promise.race([currentState(), late]);
    clearTimeout(timer);
    const state = checkedState === 'ready' && deps.disk.isFull() ? 'disk_full' : checkedState;
    /* The last valid versions are in use, so that the process is ready all the same. */
    const faults = deps.sites.faults().map(({ code, fault }) => faultLine(code, fault));
    return respond(c, state === 'ready', state, faults.length > 0 ? { sites: faults } : {});
  });
};
