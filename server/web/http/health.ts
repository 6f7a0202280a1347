import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Env, Hono } from 'hono';
import type { Log } from '#server/core/log.ts';
import { createRecent } from '#server/core/recent.ts';
import { version } from '#server/core/version.ts';
import type { DiskWatch } from '#server/db/disk.ts';
import { readState } from '#server/db/migrate.ts';
import type { Db } from '#server/db/open.ts';
import { logUnlessUnavailable } from '#server/db/unavailable.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { hasOperatorToken } from '#server/shared/tokens/operator-tokens.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { isFromHere, isLoopbackUrl, type Proxies } from './address.ts';
import { type CallerDeps, callerBy } from './operator-caller.ts';
import type { Variables } from './variables.ts';

const respond = (c: Context, isOk: boolean, body: Record<string, unknown>): Response =>
  c.json(body, isOk ? 200 : 503, { 'cache-control': 'no-store' });

/** How long a state is reused, ms: a flood of probes reads it once a second. */
const fresh = 1_000;

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

/** Dependencies of the health probes; `life.isEnding`: the process is shutting down. */
export type HealthDeps = { reads: Db; disk: DiskWatch; life: { isEnding: boolean }; sites: Sites; log: Log };

/** Of which sites a caller may read the faults; null: also nothing about the server but whether it is ready. */
export type Insight = ((site: SiteCode) => boolean) | null;

/** A result that is `otherwise` after the time limit. */
const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, pause(answersWithin, otherwise, { ref: false })]);

/**
 * Probes for a supervisor. `/healthz`: the process replies, with its release; if not, restart it. `/readyz`: the database is
 * reachable, writable and migrated, the disk has room, and the process is not stopping; on 503 send no requests, and wait. Only
 * callers with an insight learn the reason, and what is wrong with folders of sites.
 */
export const healthRoutes = <E extends Env>(
  app: Hono<E>,
  deps: HealthDeps,
  insightOf: (c: Context<E>) => Promise<Insight>,
): void => {
  const recent = createRecent(fresh);
  const currentState = () => recent.of('state', () => stateOf(deps));
  app.get('/healthz', (c: Context) => respond(c, true, { ok: true, state: 'alive', version }));
  app.get('/readyz', async (c: Context<E>) => {
    const [checkedState, insight] = await Promise.all([
      deps.life.isEnding ? 'ending' : inTime<State>(currentState(), 'database'),
      inTime<Insight>(insightOf(c), null),
    ]);
    const state = checkedState === 'ready' && deps.disk.isFull() ? 'disk_full' : checkedState;
    const isReady = state === 'ready';
    const status = isReady ? 'ready' : 'not_ready';
    if (insight === null) return respond(c, isReady, { status });
    /* The last valid versions are in use, so that the process is ready all the same. */
    const faults = deps.sites.faults().filter(({ code }) => insight(code));
    const sites = faults.map(({ code, fault }) => faultLine(code, fault));
    return respond(c, isReady, { status, state, ...(sites.length > 0 ? { sites } : {}) });
  });
};

/**
 * On the server's own machine everything, with an operator's token the faults of its site, else nothing. A shop with a public
 * address may have a proxy on the same machine that names neither itself nor the client, so there only a token counts. A token
 * that cannot be checked now gives no insight.
 */
export const insightOfVisitors =
  (deps: CallerDeps & { proxies: Proxies; publicUrl: string | null }) =>
  async (c: Context<Variables>): Promise<Insight> => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    const isLocal = isLoopbackUrl(c.req.url) && (deps.publicUrl === null || isLoopbackUrl(deps.publicUrl));
    if (isLocal && isFromHere(deps.proxies, peer, c.req.raw.headers)) return () => true;
    const header = c.req.header('authorization');
    if (!hasOperatorToken(header)) return null;
    const caller = await callerBy(deps, { site: null, address: c.get('address'), header }).catch(() => null);
    return caller?.isValid ? (site) => site === caller.site : null;
  };
