import type { Context, Env, Hono } from 'hono';
import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { faultOf } from './log.ts';
import { cachedCheck } from './readiness.ts';

const said = (c: Context, ok: boolean, state: string): Response =>
  c.json({ ok, state }, ok ? 200 : 503, { 'cache-control': 'no-store' });

/**
 * For whoever watches the process. `/healthz`: it answers; when it does not, start it anew. `/readyz`: it can work (the
 * database answers and has every migration) and is not about to end; when it says 503, send it nobody, and wait.
 */
export const healthRoutes = <E extends Env>(
  app: Hono<E>,
  { db, life, log }: Pick<Deps, 'db' | 'life' | 'log'>,
): void => {
  const isReady = cachedCheck(() => isMigrated(db));
  app.get('/healthz', (c: Context) => said(c, true, 'alive'));
  app.get('/readyz', async (c: Context) => {
    if (life.isEnding) return said(c, false, 'ending');
    try {
      return (await isReady()) ? said(c, true, 'ready') : said(c, false, 'migrating');
    } catch (thrown) {
      log('error', 'not_ready', faultOf(thrown));
      return said(c, false, 'database');
    }
  });
};
