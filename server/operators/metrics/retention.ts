import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Metrics } from './metrics.ts';
import { createQueryGauge } from './shop.ts';

/**
 * Exposes whether retention awaits an operator's confirmation, the time since the last run, and its counts by class. The same in
 * every process.
 */
export const watchRetention = (metrics: Metrics, db: Db): void => {
  const state = () =>
    db
      .selectFrom('retention_state')
      .select([sql<number>`awaits_confirmation::int`.as('awaits_confirmation'), 'counts'])
      .select(sql<number | null>`extract(epoch from now() - finished_at)::float8`.as('seconds_since_run'))
      .executeTakeFirst();
  createQueryGauge(metrics, 'shop_retention_unconfirmed', [], 'Whether retention waits for an operator.', async () => [
    { value: (await state())?.awaits_confirmation ?? null },
  ]);
  createQueryGauge(metrics, 'shop_retention_age_seconds', [], 'Time since the last retention run.', async () => [
    { value: (await state())?.seconds_since_run ?? null },
  ]);
  createQueryGauge(
    metrics,
    'shop_retention_rows',
    ['class'],
    'What the last retention run ended, or would have ended.',
    async () => Object.entries((await state())?.counts ?? {}).map(([name, value]) => ({ class: name, value })),
  );
};
