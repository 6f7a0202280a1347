import { sql } from 'kysely';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { createOrderCoupon } from '#src/api/contract/coupons.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import type { PendingCall } from './calls.ts';

/**
 * Changes the server's state so that it gives the planned response, as another buyer, the gate, the venue, the provider or time
 * would. Returns the function that reverts it after the response.
 */
export type Setup = (about: { shop: Shop; waiting: PendingCall }) => Promise<(() => Promise<unknown>) | undefined>;

/** The token in a call's address: behind the first path segment, or the one after it. */
export const tokenIn = ({ request }: PendingCall): string => {
  const parts = new URL(request.url()).pathname.split(`${apiPrefix}/`)[1]?.split('/') ?? [];
  return decodeURIComponent((['checkout', 'shared'].includes(parts[1] ?? '') ? parts[2] : parts[1]) ?? '');
};

/** The body of a call. */
export const bodyOf = ({ request }: PendingCall): Readonly<Record<string, unknown>> => ({ ...request.postDataJSON() });

/** The seats of an order that was paid are held again, so that they can be given back. */
const holdPaidSeats = async ({ db }: Shop, id: ReturnType<typeof orderOpenedBy>): Promise<void> => {
  await sql`update time_spans set held = held + orders.quantity, sold = sold - orders.quantity from orders
    where orders.id = ${id} and orders.paid_at is not null and time_spans.site = orders.site
      and time_spans.id = orders.time_span_id`.execute(db);
  await db.updateTable('orders').set({ paid_at: null }).where('id', '=', id).execute();
};

/** An order that was paid before, and opened again, is paid: it has its tickets already. */
export const payAgain = async ({ db }: Shop, id: string): Promise<void> => {
  await sql`update time_spans set held = held - orders.quantity, sold = sold + orders.quantity from orders
    where orders.id = ${id} and orders.paid_at is null and time_spans.site = orders.site
      and time_spans.id = orders.time_span_id`.execute(db);
  await db.updateTable('orders').set({ status: 'paid', paid_at: new Date() }).where('id', '=', id).execute();
};

/** Sets the order's status; an open order is held for a quarter of an hour. */
export const order =
  (status: OrderStatus, more: { customer?: string | null; confirmed_mail?: string; extensions?: number } = {}): Setup =>
  async ({ shop, waiting }) => {
    const minutes = status === 'expired' ? -1 : 15;
    const id = orderOpenedBy(tokenIn(waiting));
    if (status === 'open') await holdPaidSeats(shop, id);
    await shop.db
      .updateTable('orders')
      .set({ status, hold_until: new Date(Date.now() + minutes * 60_000), ...more })
      .where('id', '=', id)
      .execute();
    return undefined;
  };

/** A coupon of the shop, as a visitor types it. */
export const coupon = 'LIGHT500';

/** The same visitor applies or removes the coupon in another tab; if that is already done, the server rejects it. */
export const couponElsewhere =
  (method: 'POST' | 'DELETE'): Setup =>
  async (about) => {
    await order('open')(about);
    const { waiting } = about;
    const [root = ''] = waiting.request.url().split(apiPrefix);
    await fetch(`${root}${apiPrefix}${createOrderCoupon.path.replace('{token}', tokenIn(waiting))}`, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` },
      body: JSON.stringify({ coupon }),
    });
    return undefined;
  };
