import type { Tx } from '#server/db/transaction.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ensureHeld, lockOrder, type OrderRow, paymentTime } from '#server/domain/holds.ts';
import { isSpoken, mustBeConfirmed, takenMethods } from '#server/domain/site-rules.ts';
import { partialCompletionOf } from '#server/domain/tickets.ts';
import { hashOf } from '#server/domain/tokens.ts';
import { pass } from '#server/failpoints.ts';
import { invalid, Problem } from '#server/http/problem.ts';
import { limitMail } from '#server/mail/limits.ts';
import type { PaymentToken } from '#src/domain/checkout.ts';
import type { Completion } from '#src/domain/completion.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Attempt } from './adapter.ts';

type Asked = {
  order: string;
  /** Id for the attempt; the same when the same request is asked again. */
  id: string;
  /** Hash of the secret of the browser that pays. */
  browser: string | null;
  site: SiteCode;
  base: string;
  payment_method: Method;
  payment: PaymentToken;
  lang: Lang;
  price: number;
};

/** `known`: this very attempt was made before. `busy`: another one is not over yet. */
export type Begun =
  | { kind: 'new'; attempt: Attempt }
  | { kind: 'paid'; completion: Completion }
  | { kind: 'known' }
  | { kind: 'busy' };

/** The method must be the site's, built, and fit the total: `free` for nothing, the others from their least amount. */
const checkMethod = async (deps: Deps, tx: Tx, site: SiteCode, method: Method, total: number): Promise<void> => {
  const row = await tx
    .selectFrom('payment_methods')
    .select('min_amount')
    .where('site', '=', site)
    .where('id', '=', method)
    .executeTakeFirst();
  const fits = method === 'free' ? total === 0 : total > 0 && total >= (row?.min_amount ?? 0);
  if (!row || !fits || !(await takenMethods(deps, site)).includes(method))
    throw new Problem('method_unavailable', {
      errors: [{ pointer: '#/payment_method', detail: 'Not for this order.' }],
    });
};

/** Refuses another total than the visitor agreed to. */
const otherPrice = ({ total }: OrderRow): Problem =>
  new Problem('invalid_input', { status: 409, errors: [{ pointer: '#/price', detail: `The total is ${total}.` }] });

/**
 * Writes an attempt down before its provider hears of it, and holds the seats for as long as a payment takes. Out: what
 * to do next. Throws order_closed, session_timeout, method_unavailable, invalid_input (price, customer_info), rate_limited.
 */
export const beginAttempt = async (deps: Deps, asked: Asked): Promise<Begun> => {
  const begun = await inTransaction(deps.db, async (tx): Promise<Begun | Problem> => {
    const locked = await lockOrder(tx, asked.order);
    const attempts = await tx
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('order_id', '=', locked.id)
      .execute();
    if (attempts.some(({ id }) => id === asked.id)) return { kind: 'known' };
    const completion = await partialCompletionOf(tx, locked.id);
    if (completion) return { kind: 'paid', completion };
    if (attempts.some(({ state }) => state === 'started' || state === 'requires_action')) return { kind: 'busy' };
    const order = await ensureHeld(tx, locked, deps);
    if (order.customer === null) throw invalid('customer_info', 'Missing: send it before paying.');
    await mustBeConfirmed(order);
    /* Not thrown in here: a coupon that was dropped with the old hold stays dropped, and the visitor reads the new total. */
    if (order.total !== asked.price) return otherPrice(order);
    await checkMethod(deps, tx, asked.site, asked.payment_method, order.total);
    const lang = (await isSpoken(tx, asked.site, asked.lang)) ? asked.lang : order.lang;
    /* Nobody pays for its mail: without a limit a free order could send mails to anybody. */
    if (asked.payment_method === 'free' && order.customer.email)
      await limitMail(tx, deps.vault, 'completed', { address: order.customer.email, visitor: order.asked_by });
    const { token, fingerprint } = asked.payment;
    await tx
      .updateTable('orders')
      .set({ status: 'checking', lang, payment_method: asked.payment_method, hold_until: paymentTime(deps.holdLimits) })
      .where('id', '=', order.id)
      .execute();
    const attempt = await tx
      .insertInto('payments')
      .values({
        id: asked.id,
        order_id: order.id,
        method: asked.payment_method,
        token,
        /* No provider here documents a field for it (README "Decisions"). */
        ...(fingerprint ? { data: JSON.stringify({ fingerprint }) } : {}),
        amount: order.total,
        r_hash: hashOf(deps.vault.token('return', asked.id)),
        return_base: asked.base,
        browser_hash: asked.browser,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { kind: 'new', attempt };
  });
  if (begun instanceof Problem) throw begun;
  if (begun.kind === 'new') pass('attempt_written');
  return begun;
};
