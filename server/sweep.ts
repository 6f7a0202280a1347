import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import { expireHolds } from './domain/holds.ts';
import { dropOldTries } from './domain/tries.ts';
import { dropOldKeys } from './http/idempotency.ts';
import { faultOf } from './http/log.ts';
import { settle } from './payments/ask.ts';
import { payRefund } from './payments/settle.ts';

/** Payments nobody waits for any more: their order is over, or their answer stayed away and nobody asks. */
const abandoned = (deps: Deps) =>
  deps.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('payments.state', 'in', ['started', 'requires_action'])
    .where(
      sql<boolean>`(orders.status not in ('open', 'checking') or orders.hold_until <= now()
        or (payments.state = 'started' and payments.asked_at < now() - interval '45 seconds'))`,
    )
    .limit(50)
    .execute();

/**
 * What time does (DESIGN §4): asks the provider about abandoned payments, then frees ended holds, insists on refunds,
 * forgets old keys and tries. Safe to run in several processes at once. Never throws.
 */
export const sweep = async (deps: Deps): Promise<void> => {
  const attempt = async (event: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (thrown) {
      deps.log('error', event, faultOf(thrown));
    }
  };
  await attempt('sweep_payments', async () => {
    for (const payment of await abandoned(deps)) await attempt('sweep_payment', () => settle(deps, payment, 'drop'));
  });
  await attempt('sweep_holds', () => expireHolds(deps.db));
  await attempt('sweep_refunds', async () => {
    const due = await deps.db.selectFrom('payments').select('id').where('state', '=', 'refund_due').limit(50).execute();
    for (const { id } of due) await attempt('sweep_refund', () => payRefund(deps, id));
  });
  await attempt('sweep_keys', () => dropOldKeys(deps.db));
  await attempt('sweep_tries', () => dropOldTries(deps.db));
};
