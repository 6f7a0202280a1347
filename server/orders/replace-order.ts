import type { Db, Tx } from '#server/db/open.ts';
import { liveStates, type Slot } from '#server/db/scoped.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { LimitDeps } from '#server/orders/holds/hold-settings.ts';
import { canHandOver, endOrder, holdingStates, lockOrder } from '#server/orders/holds/holds.ts';
import { lockSlots } from '#server/orders/holds/stock.ts';
import { Problem } from '#server/shared/problem.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { SiteCode } from '#src/domain/site.ts';

export const paymentPending = (): Problem => new Problem('order_closed', { detail: 'A payment is on its way.' });

/** Throws order_closed while a payment of a locked order is pending: it was begun for the order as it is. */
export const mustHaveNoPayment = async (tx: Tx, id: string): Promise<void> => {
  const live = tx.selectFrom('payments').select('id').where('order_id', '=', id).where('state', 'in', liveStates);
  if (await live.executeTakeFirst()) throw paymentPending();
};

/** `inherited`: values of the new order; with its hold, if the replaced one still holds seats. */
type Replaced = {
  replaced: OrderRow;
  inherited: Partial<Pick<OrderRow, 'customer' | 'invited' | 'confirmed_mail' | 'held_since' | 'extensions'>>;
};

/**
 * Locks and ends the order that is replaced by one for `slot`, so that its seats can be used immediately. `inheritsTurn`: the new order
 * waited for no turn, so the old one must still have its own. Throws order_closed, session_timeout, queue_required.
 */
export const takeOver = async (
  deps: LimitDeps,
  tx: Tx,
  old: string,
  slot: Slot,
  inheritsTurn: boolean,
): Promise<Replaced> => {
  const order = await lockOrder(tx, old);
  const { status, customer, invited, confirmed_mail, held_since, extensions } = order;
  const buyer = { customer, invited, confirmed_mail };
  if (status === 'paid' || status === 'checking' || status === 'refunded') throw new Problem('order_closed');
  if (status !== 'open') {
    /* Another order replaced it first, or it ended, after `changedProduct` read it. */
    if (inheritsTurn && !(status === 'expired' && invited)) throw new Problem('queue_required');
    /* Late money for it is refunded from now on: its successor can be paid. */
    await tx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', old).execute();
    return { replaced: order, inherited: buyer };
  }
  /* A replacement continues the same hold: its maximum life and its extensions do not start again. */
  const isContinued = await canHandOver(tx, order, deps);
  if (!isContinued && !order.is_hold_over) throw new Problem('session_timeout');
  await lockSlots(tx, [order, slot]);
  await endOrder(tx, order, 'cancelled');
  return { replaced: order, inherited: isContinued ? { ...buyer, held_since, extensions } : buyer };
};

/**
 * The product of an order that is changed by another one and so waits for no turn: it holds seats, or was invited. Null for one that
 * has ended, after which the browser needs a turn again.
 */
export const changedProduct = async (db: Db, site: SiteCode, token: string | undefined): Promise<string | null> => {
  if (token === undefined) return null;
  const row = await db
    .selectFrom('orders')
    .select('product_uuid')
    .where('id', '=', orderOpenedBy(token))
    .where('site', '=', site)
    .where(({ or, and, eb }) =>
      or([eb('status', 'in', holdingStates), and([eb('status', '=', 'expired'), eb('invited', '=', true)])]),
    )
    .executeTakeFirst();
  return row?.product_uuid ?? null;
};
