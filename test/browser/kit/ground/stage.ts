import { maxExtensions } from '#server/domain/holds.ts';
import { hashOf } from '#server/domain/tokens.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { createReservationMail } from '#src/api/contract/reservations.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { TicketState } from '#src/domain/ticket.ts';
import { cardToken, customer, newKey } from '#test/api/kit/buyer.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { leaveSeats, seatsOf } from '#test/api/kit/time.ts';
import type { Waiting } from './calls.ts';

/**
 * The world is made so that the real server says what the plan says: by what another buyer, the gate, the venue or time
 * would have done to its database. Out: what undoes it once the server has spoken.
 */
export type Staging = (about: { shop: Shop; waiting: Waiting }) => Promise<(() => Promise<unknown>) | undefined>;

/** The token in a call's address: behind its first part, or the part after it. */
const tokenIn = ({ request }: Waiting): string => {
  const parts = new URL(request.url()).pathname.split(`${apiPrefix}/`)[1]?.split('/') ?? [];
  return decodeURIComponent((['checkout', 'shared'].includes(parts[1] ?? '') ? parts[2] : parts[1]) ?? '');
};

const bodyOf = ({ request }: Waiting): Readonly<Record<string, unknown>> => ({ ...request.postDataJSON() });

/** The order stands so from now on; it is held for a quarter of an hour when it is open. */
const order =
  (status: OrderStatus, more: { customer?: string | null; extensions?: number } = {}): Staging =>
  async ({ shop, waiting }) => {
    const minutes = status === 'expired' ? -1 : 15;
    await shop.db
      .updateTable('orders')
      .set({ status, hold_until: new Date(Date.now() + minutes * 60_000), ...more })
      .where('token_hash', '=', hashOf(tokenIn(waiting)))
      .execute();
    return undefined;
  };

/** Somebody paid it, in another browser. */
const paidElsewhere: Staging = async (about) => {
  const { shop, waiting } = about;
  const token = tokenIn(waiting);
  const row = shop.db.selectFrom('orders').select(['total', 'status']).where('token_hash', '=', hashOf(token));
  const { total: price, status } = await row.executeTakeFirstOrThrow();
  if (status === 'paid') return undefined;
  await order('open', { customer: JSON.stringify(customer) })(about);
  const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
  const [root] = waiting.request.url().split(apiPrefix);
  const answer = await fetch(`${root}${apiPrefix}/orders/checkout/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` },
    body: JSON.stringify({ payment_method: 'stripe_secure', payment, lang: 'ja', price }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return undefined;
};

/** No row has this token while the server looks. */
const unknown =
  (table: 'orders' | 'tickets' | 'mail_magazines'): Staging =>
  async ({ shop: { db }, waiting }) => {
    const [known, other] = [hashOf(tokenIn(waiting)), newKey()];
    await db.updateTable(table).set({ token_hash: other }).where('token_hash', '=', known).execute();
    return () => db.updateTable(table).set({ token_hash: known }).where('token_hash', '=', other).execute();
  };

const unknownMail: Staging = async ({ shop: { db }, waiting }) => {
  const known = hashOf(tokenIn(waiting));
  await db.updateTable('orders').set({ mail_token_hash: newKey() }).where('mail_token_hash', '=', known).execute();
  return undefined;
};

const unshared: Staging = async ({ shop: { db }, waiting }) => {
  const known = hashOf(tokenIn(waiting));
  await db.updateTable('tickets').set({ state: 'valid', share_hash: null }).where('share_hash', '=', known).execute();
  return undefined;
};

/** The gate, or whoever has the link, has done this to the ticket meanwhile. */
const ticket =
  (state: TicketState): Staging =>
  async ({ shop: { db }, waiting }) => {
    await db
      .updateTable('tickets')
      .set({ state })
      .where('token_hash', '=', hashOf(tokenIn(waiting)))
      .execute();
    return undefined;
  };

/** Another buyer takes all that is left of the time that is asked about. */
const soldOut: Staging = async ({ shop, waiting }) => {
  const span = new URL(waiting.request.url()).searchParams.get('product_time_span_id') ?? '';
  const { sold } = await seatsOf(shop, span);
  await leaveSeats(shop, span, 0);
  return () => shop.db.updateTable('time_spans').set({ sold }).where('id', '=', span).execute();
};

/** The venue has ended the sale of the time: seats of an order that is replaced count as free, so that it cannot be sold out. */
const saleOver: Staging = async ({ shop: { db }, waiting }) => {
  const span = String(bodyOf(waiting).time_span_id);
  const { sale_to } = await db
    .selectFrom('time_spans')
    .select('sale_to')
    .where('id', '=', span)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('time_spans')
    .set({ sale_to: new Date(1) })
    .where('id', '=', span)
    .execute();
  return () => db.updateTable('time_spans').set({ sale_to }).where('id', '=', span).execute();
};

/** Other buyers have all of what is sold along with the time. */
const setsSoldOut: Staging = async ({ shop: { db }, waiting }) => {
  const span = String(bodyOf(waiting).time_span_id);
  const rows = await db.selectFrom('set_products').select('uuid').execute();
  const values = rows.map(({ uuid: set_uuid }) => ({ time_span_id: span, set_uuid, capacity: 0 }));
  await db.deleteFrom('set_stocks').where('time_span_id', '=', span).execute();
  await db.insertInto('set_stocks').values(values).execute();
  return undefined;
};

/** The address was asked for mails too often. */
const askedTooOften: Staging = async ({ shop, waiting }) => {
  for (let times = 0; times < 3; times += 1)
    await shop.send(createReservationMail, { body: bodyOf(waiting), key: newKey() });
  return undefined;
};

/** Its hold ran out and cannot be had again. */
const overForGood = order('expired', { extensions: maxExtensions });

/** By the actor that waits, and the outcome by its name (`answers.ts`). */
export const stagings: Readonly<Record<string, Staging>> = {
  'checkStock sold out': soldOut,
  'placeOrder seat_reserve_error': saleOver,
  'placeOrder seat_reserve_error set': setsSoldOut,
  'readOrder open': order('open'),
  'readOrder nameless': order('open', { customer: null }),
  'readOrder paid': paidElsewhere,
  'readOrder checking': order('checking'),
  'readOrder expired': order('expired'),
  'readOrder cancelled': order('cancelled'),
  'readOrder refunded': order('refunded'),
  'readOrder token_not_found': unknownMail,
  'lookAtOrder open': order('open'),
  'lookAtOrder paid': paidElsewhere,
  'lookAtOrder token_not_found': unknown('orders'),
  'applyCoupon order_closed': order('cancelled'),
  'removeCoupon session_timeout': overForGood,
  'extendHold last': order('open', { extensions: maxExtensions - 1 }),
  'extendHold session_timeout': overForGood,
  'retakeHold session_timeout': overForGood,
  'retakeHold done': order('expired', { extensions: 0 }),
  'askOutcome open': order('open'),
  'askOutcome checking': order('checking'),
  'askOutcome paid': paidElsewhere,
  'readTicket valid': ticket('valid'),
  'readTicket used': ticket('used'),
  'readTicket token_not_found': unknown('tickets'),
  'readReceipt token_not_found': unknown('tickets'),
  'readShared token_not_found': unshared,
  'shareTicket cannot_change_ticket': ticket('used'),
  'stopSharing cannot_change_ticket': ticket('used'),
  'handOver cannot_change_ticket': ticket('used'),
  'changeDate cannot_change_ticket': ticket('used'),
  'readMagazine token_not_found': unknown('mail_magazines'),
  'stopMagazine token_not_found': unknown('mail_magazines'),
  'sendLinks rate_limited': askedTooOften,
};
