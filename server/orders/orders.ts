import { sql } from 'kysely';
import * as v from 'valibot';
import { mustBeSiteLanguage } from '#server/catalogue/languages.ts';
import { lastAdmission } from '#server/catalogue/on-sale.ts';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { laneOf, orderNumber, ordersWithVisits } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { isHolding, lockOrder, maxExtensions, withRoom } from '#server/orders/holds/holds.ts';
import { pass } from '#server/shared/failpoints.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { findOrder } from '#server/shared/tokens/order-tokens.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { Completion } from '#src/domain/completion.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import type { Order } from '#src/domain/order.ts';
import { Yen } from '#src/domain/product.ts';
import { type Choice, checkChoice, type Offered } from './choice.ts';
import { carryCoupon } from './coupons.ts';
import { moveLinks } from './mail-links.ts';
import type { OrderInput } from './offer.ts';
import { type ContentRows, selectContents, toContents, translationsOf } from './order-contents.ts';
import { takeOver } from './replace-order.ts';
import { isMailConfirmed, mustBeInvited, mustBeOpen } from './site-rules.ts';
import { refusalOf, takeAndInsert } from './write-order.ts';

/**
 * The completion of a paid order without the ticket token and with a masked number, for readers who must not see the ticket; null
 * unless paid.
 */
export const partialCompletionOf = async (db: Db | Tx, orderId: string): Promise<Completion | null> => {
  const row = await db
    .selectFrom('orders')
    .select([orderNumber.as('reservation_number'), 'customer'])
    .where('id', '=', orderId)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  if (!row) return null;
  const sent_to = row.customer?.email ? { sent_to: hiddenMail(row.customer.email) } : {};
  return { reservation_number: `…${row.reservation_number?.slice(-4) ?? ''}`, reservation_token: '', ...sent_to };
};

/**
 * The result of a coupon call, beside the order that it returns (docs/product.md#coupons); null when the order has no coupon. Other
 * servers may leave it out.
 */
export const CouponResultSchema = v.object({
  coupon_name: v.optional(v.nullable(v.string())),
  /** Yen taken off the total. */
  coupon_discount: v.optional(v.nullable(Yen)),
  discount_type: v.optional(v.nullable(v.picklist(['percent', 'fixed']))),
});

export const withCouponResult = (order: Order): Order & v.InferOutput<typeof CouponResultSchema> => ({
  ...order,
  coupon_name: order.coupon?.coupon_name ?? null,
  coupon_discount: order.coupon?.coupon_discount ?? null,
  discount_type: order.coupon?.rule?.kind ?? null,
});

/** `seconds`: the remaining time of the hold. */
type Shown = { seconds: number } & Pick<OrderRow, 'product_uuid' | 'time_span_id' | 'quantity' | 'total' | 'lang'> &
  Pick<OrderRow, 'status' | 'hold_until' | 'extensions' | 'customer' | 'confirmed_mail' | 'payment_method'>;

/** The order as visitors see it (docs/product.md#order). */
export const toOrder = (row: Shown & Offered & ContentRows): Omit<Order, 'completion'> => {
  const { order_options, set_products, coupon } = toContents(row, row.lang);
  const holds = isHolding(row.status);
  /* The response about an ended order has no customer, and no coupon that could be used again. */
  const isEnded = !holds && row.status !== 'expired';
  const endsWithAdmission = holds && row.hold_until >= row.last_admission;
  return {
    lang: row.lang,
    price: row.total,
    status: row.status,
    seconds_left: holds ? Math.floor(row.seconds) : 0,
    extensions_left: endsWithAdmission ? 0 : Math.max(0, maxExtensions - row.extensions),
    last_admission: endsWithAdmission ? row.last_admission.toISOString() : null,
    customer_info: isEnded ? null : row.customer,
    mail_confirmed: isMailConfirmed(row),
    main_product: {
      product_uuid: row.product_uuid,
      time_span_id: row.time_span_id,
      ...pickTexts(row.words, row.lang),
      sale_type: row.sale_type,
      quantity: row.quantity,
      reservation_from: row.reservation_from.toISOString(),
      reservation_to: row.reservation_to.toISOString(),
      order_options,
    },
    set_products,
    coupon: coupon && isEnded ? { ...coupon, coupon_code: '' } : coupon,
    payment_method: isEnded ? null : row.payment_method,
    translations: translationsOf(row),
  };
};

/** `dropped`: what could not be taken over from the order that it replaced. `token_hash`: of the token it was created with. */
export type Placed = { order: Order; dropped: string[]; token_hash: string };

/** SQL: the remaining time of the hold of the query's order. */
const secondsLeft = sql<number>`greatest(0,
  extract(epoch from least(hold_until, ${lastAdmission}) - clock_timestamp()))::float8`;

/** Rows of orders with everything that visitors see. */
export const placedRows = (db: Db) =>
  ordersWithVisits(db)
    .selectAll('orders')
    .select(['products.sale_type', 'products.words', 'time_spans.reservation_from', 'time_spans.reservation_to'])
    .select([lastAdmission.as('last_admission'), secondsLeft.as('seconds')])
    .select(selectContents);

/** An order by its id, as `holdOrder` returns it. */
export const readPlaced = async (db: Db, id: string): Promise<Placed> => {
  const row = await placedRows(db).where('orders.id', '=', id).executeTakeFirstOrThrow();
  const completion = row.status === 'paid' ? await partialCompletionOf(db, id) : null;
  return {
    order: { ...toOrder(row), completion },
    dropped: row.coupon_dropped ? ['coupon'] : [],
    token_hash: row.token_hash,
  };
};

/** An order by its id, as visitors see it. */
export const readOrder = async (db: Db, id: string): Promise<Order> => (await readPlaced(db, id)).order;

const writeOrder = async (
  deps: OrderDeps,
  tx: Tx,
  context: RequestContext,
  { input, choice, old, inheritsTurn }: Prepared,
): Promise<void> => {
  const taken = old ? await takeOver(deps, tx, old, choice.slot, inheritsTurn) : null;
  if (taken) mustBeInvited(deps.sites, taken.replaced, choice);
  const done = await takeAndInsert(deps, tx, context, choice, { lang: input.lang, ...taken?.inherited });
  if (done.outcome !== 'placed') throw refusalOf(done, input);
  if (old) {
    await moveLinks(tx, old, context.effectId);
    await carryCoupon(deps, tx, old, await lockOrder(tx, context.effectId));
  }
  pass('hold_written');
};

/** An order that can be placed: the validated choice, and the id of the order that it replaces. `inheritsTurn` as in `takeOver`. */
export type Prepared = { input: OrderInput; choice: Choice; old: string | null; inheritsTurn: boolean };

/** Validates a new order. Throws as `checkChoice`, `mustBeSiteLanguage` and `mustBeOpen`, token_not_found. */
export const prepareOrder = async (
  { db, sites }: { db: Db; sites: Sites },
  { site }: Pick<RequestContext, 'site'>,
  input: OrderInput,
  inheritsTurn: boolean,
): Promise<Prepared> => {
  await mustBeSiteLanguage(db, site, input.lang);
  if (input.replaces === undefined) mustBeOpen(sites, site);
  const choice = await checkChoice(db, site, input);
  return { input, choice, old: input.replaces ? await findOrder(db, site, input.replaces) : null, inheritsTurn };
};

/**
 * Holds seats and set products for a prepared order, whose replaced order has no live payment. Throws seat_reserve_error and as
 * `takeOver`.
 */
export const holdOrder = async (deps: OrderDeps, context: RequestContext, prepared: Prepared): Promise<Placed> => {
  const { choice } = prepared;
  const work = () => inTransaction(deps.db, (tx) => writeOrder(deps, tx, context, prepared));
  await withRoom(deps.db, choice.slot, () => deps.lanes.run(laneOf(choice.slot), work));
  pass('hold_committed');
  return readPlaced(deps.db, context.effectId);
};
