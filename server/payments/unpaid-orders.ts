import { hashOf } from '#server/core/crypto.ts';
import { inTransaction } from '#server/db/open.ts';
import { laneOf, liveList } from '#server/db/scoped.ts';
import { fixed, runStatement } from '#server/db/statement.ts';
import { endOrder, lockOrder, readOrderRow } from '#server/orders/holds/holds.ts';
import type { OrderInput } from '#server/orders/order-input.ts';
import { holdOrder, type Placed, prepareOrder, readPlaced } from '#server/orders/orders.ts';
import { paymentPending } from '#server/orders/replace-order.ts';
import { isOtherConfirmed } from '#server/orders/site-rules.ts';
import { pass } from '#server/shared/failpoints.ts';
import {
  answerValues,
  isUnused,
  type KeyedWrite,
  type KnownKey,
  type StatementOutcome,
  selectKnownKey,
} from '#server/shared/keyed-write.ts';
import { Problem } from '#server/shared/problem.ts';
import { orderOpenedByHash } from '#server/shared/tokens/order-tokens.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { cancelLive } from './ask-provider.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * Holds seats and set products for a new order. With `replaces` those of the other order count as free, and its customer and
 * coupon are taken over, all in one transaction (docs/product.md#replacing-an-order). A retry with the same key returns the
 * same order. `inheritsTurn` as in `takeOver`. Throws as `checkChoice`, seat_reserve_error, order_closed, token_not_found, queue_required.
 */
export const placeOrder = async (
  deps: PaymentDeps,
  context: RequestContext,
  input: OrderInput,
  inheritsTurn: boolean,
): Promise<Placed> => {
  const id = context.effectId;
  try {
    const prepared = await prepareOrder(deps, context, input, inheritsTurn);
    if (prepared.old && !(await cancelLive(deps, prepared.old))) throw paymentPending();
    return await holdOrder(deps, context, prepared);
  } catch (thrown) {
    /* A retry with the same idempotency key returns the order that the first attempt inserted. */
    if (!(await deps.db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst())) throw thrown;
    return readPlaced(deps.db, id);
  }
};

/** Ends a pending payment that began for the confirmed address, before another address replaces it. Throws order_closed. */
export const endPaymentOfOther = async (deps: PaymentDeps, id: string, customer: CustomerInfo): Promise<void> => {
  const order = await readOrderRow(deps.db, id);
  if (isOtherConfirmed(deps.sites, order, customer) && !(await cancelLive(deps, id))) throw paymentPending();
};

/**
 * Cancels an order and returns its seats. Returns false for one that had ended unpaid before. Throws order_closed (400).
 */
export const cancelOrder = async (deps: PaymentDeps, id: string): Promise<boolean> => {
  const closed = new Problem('order_closed', { status: 400 });
  if (!(await cancelLive(deps, id))) throw closed;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.status === 'expired' || order.status === 'cancelled') return false;
    if (order.status !== 'open') throw closed;
    await endOrder(tx, order, 'cancelled');
    pass('cancel_written');
    return true;
  });
};

const readText = fixed(
  'read',
  `select ${selectKnownKey} as known, orders.id, orders.status, orders.xmin::text as version, orders.time_span_id,
    exists (select from payments where order_id = orders.id and state in ${liveList}) as is_live
  from (select) as request left join orders on orders.id = ${orderOpenedByHash('$2')} and orders.site = $3`,
);

type Read = {
  known: KnownKey | null;
  id: string | null;
  status: OrderStatus;
  version: string;
  time_span_id: string;
  is_live: boolean;
};

const cancelText = fixed('write', 'select cancel_order_1($1, $2, $3, $4, $5) as outcome');

/**
 * As `cancelOrder`, of an open order without a payment, by one reading and one writing statement; any other is left to the
 * transaction. Throws token_not_found.
 */
export const cancelByStatement = async (
  { db, lanes }: Pick<PaymentDeps, 'db' | 'lanes'>,
  { site, token }: { site: SiteCode; token: string },
  write: KeyedWrite,
): Promise<StatementOutcome<{ cancelled: true }>> => {
  const [order] = await runStatement<Read>(db, readText, [write.keyHash, hashOf(token), site]);
  if (!order) throw new Error('No row.');
  if (!isUnused(order.known, write)) return { kind: 'known', known: order.known };
  if (order.id === null) throw new Problem('token_not_found');
  if (order.status !== 'open' || order.is_live) return { kind: 'needs_transaction' };
  const reply = { cancelled: true } as const;
  const values = [order.id, order.version, ...answerValues({ write, reply })];
  const [done] = await lanes.run(laneOf({ site, time_span_id: order.time_span_id }), () =>
    runStatement<{ outcome: 'cancelled' | 'answered' | 'changed' }>(db, cancelText, values),
  );
  if (done?.outcome === 'answered') return { kind: 'known', known: null };
  if (done?.outcome !== 'cancelled') return { kind: 'needs_transaction' };
  pass('cancel_written');
  return { kind: 'done', reply };
};
