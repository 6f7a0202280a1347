import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './open.ts';
import type { AttemptState, OrderRow } from './types.ts';

/** The states of a live attempt: it may still become a payment. */
export const liveStates = ['started', 'requires_action'] as const satisfies readonly AttemptState[];

export const isLive = (state: AttemptState): boolean => liveStates.some((live) => live === state);

/** SQL: these states as a list for `in`. */
export const liveList = `('${liveStates.join("', '")}')`;

/** A slot: ids of a catalogue are unique within a site only (docs/decisions/0022-composite-keys.md). */
export type Slot = Pick<OrderRow, 'site' | 'time_span_id'>;

/** The lane of work that locks a slot. */
export const laneOf = ({ site, time_span_id }: Slot): string => `${site} ${time_span_id}`;

type Condition = RawBuilder<boolean>;

const matches = (table: string, key: string, from: string, column: string): Condition =>
  sql<boolean>`(${sql.ref(`${table}.site`)} = ${sql.ref(`${from}.site`)}
    and ${sql.ref(`${table}.${key}`)} = ${sql.ref(`${from}.${column}`)})`;

/* Join conditions: the row of the catalogue that a row of another table refers to. */

export const productOf = (from: 'orders' | 'time_spans' | 'set_offers'): Condition =>
  matches('products', 'uuid', from, 'product_uuid');

export const slotOf = (from: 'orders' | 'tickets'): Condition => matches('time_spans', 'id', from, 'time_span_id');

export const optionOf = (from: 'order_lines' | 'ticket_people'): Condition =>
  matches('product_options', 'id', from, 'option_id');

export const setOf = (from: 'order_sets' | 'set_offers' | 'set_stocks'): Condition =>
  matches('set_products', 'uuid', from, 'set_uuid');

export const couponOfUse: Condition = matches('coupons', 'id', 'coupon_uses', 'coupon_id');

export const paymentsWithOrders = (db: Db | Tx) =>
  db.selectFrom('payments').innerJoin('orders', 'orders.id', 'payments.order_id');

export const spansWithProducts = (db: Db | Tx) =>
  db.selectFrom('time_spans').innerJoin('products', (join) => join.on(productOf('time_spans')));

export const ordersWithVisits = (db: Db | Tx) =>
  db
    .selectFrom('orders')
    .innerJoin('products', (join) => join.on(productOf('orders')))
    .innerJoin('time_spans', (join) => join.on(slotOf('orders')));

/** SQL: the reservation number of the query's order, or of the order whose ticket it moves. */
export const orderNumber = sql<string | null>`coalesce(orders.reservation_number,
  (select original.reservation_number from orders as original where original.id = orders.change_of))`;

/** SQL: an order and its changes of date, as ids. */
export const withChanges = (order: string) =>
  sql<string>`(select id from orders where id = ${order} or change_of = ${order})`;

export const isSlot = ({ site, time_span_id }: Slot): Condition =>
  sql<boolean>`(time_spans.site = ${site} and time_spans.id = ${time_span_id})`;

/** SQL: whether a payment has a part whose refund is due. */
export const hasDuePart = sql<boolean>`exists (select from part_refunds where payment_id = payments.id and state = 'due')`;
