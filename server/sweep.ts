import { sql } from 'kysely';
import { deleteOldKeys } from '#server/db/idempotency-keys.ts';
import { faultOf } from './core/log.ts';
import type { DiskWatch } from './db/disk.ts';
import { liveStates } from './db/live-attempts.ts';
import type { Db } from './db/open.ts';
import { inTransaction, type Tx } from './db/transaction.ts';
import { isBusy, isUnavailable } from './db/unavailable.ts';
import { forgetAddresses } from './holds/hold-limit.ts';
import { expireHolds } from './holds/holds.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { settle } from './payments/poll.ts';
import { deleteOldReferences } from './payments/return-references.ts';
import { payRefund } from './payments/settle.ts';
import { lockSeeds } from './shared/lock-seeds.ts';
import { deleteOldUses } from './shared/rate-limit.ts';
import { handleLinkRequests } from './tickets/links.ts';
import { deleteOldPlaces, type WaitingRoom } from './waiting-room/waiting-room.ts';

/** Random, so that payments whose provider never replies do not block the others. */
const anyOrder = sql`random()`;

/** Live payments that no client polls any more: their order has ended, or a reply is overdue. */
const abandoned = (deps: { db: Db }) =>
  deps.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('payments.state', 'in', liveStates)
    .where(
      sql<boolean>`(orders.status not in ('open', 'checking') or orders.hold_until <= now()
        or (payments.state = 'started' and payments.asked_at < now() - interval '45 seconds'))`,
    )
    .orderBy(anyOrder)
    .limit(50)
    .execute();

/**
 * Runs a job in a transaction unless another process is at it, or at another job of this kind: processes do not wait for each
 * other.
 */
const alone = (db: Db, job: (tx: Tx) => Promise<unknown>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const lock = sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockSeeds.sweep)}) as is_free`;
    const { rows } = await lock.execute(tx);
    if (rows[0]?.is_free) await job(tx);
  });

const deleteOldNotices = (tx: Tx): Promise<unknown> =>
  tx.deleteFrom('webhook_events').where('received_at', '<', sql<Date>`now() - interval '30 days'`).execute();

/**
 * The periodic jobs (docs/architecture.md#sweep): ends expired holds, polls providers about abandoned payments (whose holds end
 * in the next run), repeats due refunds, admits from the waiting rooms, mails requested links, and deletes old keys, limits, places,
 * return references and notices. Safe
 * in several processes at once. Never throws.
 */
export const sweep = async (deps: PaymentDeps & { disk: DiskWatch; waitingRoom: WaitingRoom }): Promise<void> => {
  let isAway = deps.disk.isFull();
  const attempt = async (event: string, work: () => Promise<unknown>) => {
    if (isAway) return;
    try {
      await work();
    } catch (thrown) {
      /* The outage was already logged; the next run tries again. */
      isAway = isUnavailable(thrown);
      if (!isAway) deps.log(isBusy(thrown) ? 'warn' : 'error', event, faultOf(thrown));
    }
  };
  await attempt('sweep_holds', () => expireHolds(deps.db));
  await attempt('sweep_payments', async () => {
    for (const payment of await abandoned(deps)) await attempt('sweep_payment', () => settle(deps, payment, 'cancel'));
  });
  await attempt('sweep_refunds', async () => {
    const rows = deps.db.selectFrom('payments').select('id').where('state', '=', 'refund_due');
    const due = await rows.orderBy(anyOrder).limit(50).execute();
    for (const { id } of due) await attempt('sweep_refund', () => payRefund(deps, id));
  });
  await attempt('sweep_queue', deps.waitingRoom.run);
  await attempt('sweep_places', () => alone(deps.db, deleteOldPlaces));
  await attempt('sweep_links', () => handleLinkRequests(deps));
  await attempt('sweep_keys', () => alone(deps.db, deleteOldKeys));
  await attempt('sweep_tries', () => alone(deps.db, deleteOldUses));
  await attempt('sweep_references', () => alone(deps.db, deleteOldReferences));
  await attempt('sweep_addresses', () => alone(deps.db, (tx) => forgetAddresses(tx, deps)));
  await attempt('sweep_notices', () => alone(deps.db, deleteOldNotices));
};
