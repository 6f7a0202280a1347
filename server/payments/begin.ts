import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { lastAdmission } from '#server/catalogue/on-sale.ts';
import { hashOf } from '#server/core/crypto.ts';
import { type Db, inTransaction, retried, type Tx } from '#server/db/open.ts';
import { isLive, productOf, slotOf } from '#server/db/scoped.ts';
import type { OrderRow, SlotPeriod } from '#server/db/types.ts';
import { holdLimitsAt } from '#server/orders/holds/hold-settings.ts';
import { ensureHeld, lockOrder, paymentHoldEnd } from '#server/orders/holds/holds.ts';
import { takenMethods } from '#server/orders/methods.ts';
import { partialCompletionOf } from '#server/orders/orders.ts';
import { unconfirmed } from '#server/orders/site-rules.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { pass } from '#server/shared/failpoints.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { askerOf } from '#server/shared/visitor.ts';
import { isMoved } from '#server/tickets/movable.ts';
import { sellerOf } from '#server/tickets/receipt.ts';
import type { PaymentToken, VisitPeriod } from '#src/domain/checkout.ts';
import type { Completion } from '#src/domain/completion.ts';
import type { Lang } from '#src/domain/lang.ts';
import { type Method, takesTotal } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { attemptsWait } from './attempts-limit.ts';

/** The total in yen and the visit that the visitor has agreed to. */
type Agreement = { price: number; visit?: VisitPeriod | undefined };

const changed = (field: string, detail: string): Problem => invalid(field, detail, 'invalid_input', { status: 409 });

/** Compares the order with the agreement; null if they are equal. */
const disagreement = (now: Pick<OrderRow, 'total'> & SlotPeriod, { price, visit }: Agreement): Problem | null => {
  if (now.total !== price) return changed('price', `The total is ${now.total}.`);
  return isMoved(now, visit) ? changed('visit', 'The visit was moved.') : null;
};

type NewAttempt = Agreement & {
  order: string;
  /** Id of the attempt; a retry of the same request has the same one. */
  id: string;
  /** Hash of the secret of the browser that pays. */
  browser: string | null;
  site: SiteCode;
  base: string;
  payment_method: Method;
  payment: PaymentToken;
  lang: Lang;
};

/** A stored attempt, with its order's site and language. */
export type Started = { attempt: Attempt; order: { site: SiteCode; lang: Lang } };

/** `known`: a retry, the attempt exists already. `busy`: another attempt is still live. */
export type Begun =
  | ({ kind: 'new' } & Started)
  | { kind: 'paid'; completion: Completion }
  | { kind: 'known' }
  | { kind: 'busy' };

const rowOf = ({ tokens, payments, sites }: PaymentDeps, input: NewAttempt, amount: number) => {
  const { token, fingerprint } = input.payment;
  const data = { ...payments[input.payment_method]?.contractFor?.(input.site), ...(fingerprint && { fingerprint }) };
  return {
    id: input.id,
    order_id: input.order,
    method: input.payment_method,
    token,
    /* No provider here documents a field for it (docs/payments.md#device-fingerprint). */
    data: Object.keys(data).length > 0 ? JSON.stringify(data) : null,
    amount,
    r_hash: hashOf(tokens.token('return', input.id)),
    return_base: input.base,
    browser_hash: input.browser,
    seller: JSON.stringify(sellerOf(sites, input.site)),
  };
};

type Wish = Pick<NewAttempt, 'site' | 'payment_method' | 'lang'>;

/** Orders with everything that the beginning of a payment judges. */
const payableRows = (db: Db | Tx, { site, payment_method, lang }: Wish) =>
  db
    .selectFrom('orders')
    .innerJoin('time_spans', (join) => join.on(slotOf('orders')))
    .innerJoin('products', (join) => join.on(productOf('time_spans')))
    .selectAll('orders')
    .select(['time_spans.reservation_from', 'time_spans.reservation_to'])
    .select([
      sql<boolean>`least(hold_until, ${lastAdmission}) <= now()`.as('is_hold_over'),
      sql<string>`orders.xmin::text`.as('version'),
      attemptsWait(payment_method).as('wait'),
    ])
    .select(({ selectFrom }) => [
      jsonArrayFrom(selectFrom('payments').select(['id', 'state']).whereRef('payments.order_id', '=', 'orders.id')).as(
        'attempts',
      ),
      selectFrom('payment_methods')
        .select('min_amount')
        .where('site', '=', site)
        .where('id', '=', payment_method)
        .as('min_amount'),
      selectFrom('languages').select('id').where('site', '=', site).where('id', '=', lang).as('is_lang_offered'),
    ])
    .where('orders.site', '=', site);

type Payable = Awaited<ReturnType<ReturnType<typeof payableRows>['executeTakeFirstOrThrow']>>;

/** The order that a token opens, with everything that the beginning of a payment judges. Throws token_not_found. */
export const readPayable = async (db: Db, token: string, wish: Wish): Promise<Payable> => {
  const row = await payableRows(db, wish).where('orders.id', '=', orderOpenedBy(token)).executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return row;
};

/**
 * Why an order that holds its seats cannot be paid so; null if it can: its customer, too many attempts, another price or visit than
 * agreed, the method.
 */
const judge = (deps: PaymentDeps, order: Payable, input: NewAttempt): Problem | null => {
  if (order.customer === null) return invalid('customer_info', 'Missing: send it before paying.');
  if (order.wait !== null) return new Problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(order.wait)) });
  const refused = unconfirmed(deps.sites, order) ?? disagreement(order, input);
  if (refused) return refused;
  const { site, payment_method: id } = input;
  const { min_amount, total } = order;
  const isOffered = min_amount !== null && takenMethods(deps, site).includes(id);
  if (isOffered && takesTotal({ id, min_amount }, total)) return null;
  return invalid('payment_method', 'Not for this order.', 'method_unavailable');
};

/** Stores an attempt of an order as it was read, whose hold is then as long as a payment. Null when it has changed. */
const write = async (db: Db | Tx, deps: PaymentDeps, order: Payable, input: NewAttempt): Promise<Started | null> => {
  const { site, payment_method } = input;
  /* The visitor's, if the site still has it. */
  const lang = order.is_lang_offered ? input.lang : order.lang;
  const hold_until = paymentHoldEnd(holdLimitsAt(deps, site));
  const row = rowOf(deps, input, order.total);
  const columns = Object.keys(row) as (keyof typeof row)[];
  const attempt = await db
    .with('judged', (inner) =>
      inner
        .updateTable('orders')
        .set({ status: 'checking', lang, payment_method, hold_until })
        .where('id', '=', order.id)
        .where(sql<boolean>`xmin::text = ${order.version} and status = 'open' and hold_until > now()`)
        .returning('id'),
    )
    .insertInto('payments')
    .columns(columns)
    .expression(({ selectFrom, val }) =>
      selectFrom('judged').select(columns.map((column) => val(row[column]).as(column))),
    )
    .returningAll()
    .executeTakeFirst();
  return attempt ? { attempt, order: { site, lang } } : null;
};

/**
 * Stores an attempt before its provider is called, and extends the hold for the duration of a payment. Returns what to do next.
 * Throws order_closed, session_timeout, method_unavailable, invalid_input (price, visit, customer_info), rate_limited.
 */
export const beginAttempt = async (deps: PaymentDeps, input: NewAttempt): Promise<Begun> => {
  const begun = await inTransaction(deps.db, async (tx): Promise<Begun | Problem> => {
    const locked = await lockOrder(tx, input.order);
    const attempts = await tx
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('order_id', '=', locked.id)
      .execute();
    if (attempts.some(({ id }) => id === input.id)) return { kind: 'known' };
    const completion = await partialCompletionOf(tx, locked.id);
    if (completion) return { kind: 'paid', completion };
    if (attempts.some(({ state }) => isLive(state))) return { kind: 'busy' };
    await ensureHeld(tx, locked, deps);
    const order = await payableRows(tx, input).where('orders.id', '=', locked.id).executeTakeFirstOrThrow();
    /* Returned instead of thrown, so that the transaction commits: a coupon that was dropped with the expired hold stays
       dropped, and the visitor gets the new total. */
    const refused = judge(deps, order, input);
    if (refused) return refused;
    /* Free orders cost nothing, so without a limit they could be used to send mails to anybody. */
    if (input.payment_method === 'free' && order.customer?.email) {
      const { perMailbox: mailbox, perVisitor } = deps.sites.operationOf(input.site).freeOrders;
      const about = { address: order.customer.email, visitor: askerOf(order), own: { mailbox, visitor: perVisitor } };
      await limitMail(tx, deps.tokens, 'completed', about);
    }
    const started = await write(tx, deps, order, input);
    if (!started) throw new Error('The order changed under its lock.');
    return { kind: 'new', ...started };
  });
  if (begun instanceof Problem) throw begun;
  if (begun.kind === 'new') pass('attempt_written');
  return begun;
};

/**
 * As `beginAttempt` for an order that holds its seats and has no live payment, by one statement that applies to the order as it was
 * read. Returns null, and has written nothing, for every other case.
 */
export const beginAtOnce = async (deps: PaymentDeps, order: Payable, input: NewAttempt): Promise<Started | null> => {
  const isNext = order.attempts.every(
    ({ id, state }) => id !== input.id && (state === 'declined' || state === 'cancelled'),
  );
  if (!isNext || order.status !== 'open' || order.is_hold_over) return null;
  /* Free orders are limited by their mails, which needs a transaction. */
  if (input.payment_method === 'free' || judge(deps, order, input)) return null;
  const started = await retried(() => write(deps.db, deps, order, input));
  if (started) pass('attempt_written');
  return started;
};
