import type { Deps } from '#server/deps.ts';
import { findOrder, readOrderToken } from '#server/domain/order-tokens.ts';
import { completionFor } from '#server/domain/tickets.ts';
import { Problem } from '#server/http/problem.ts';
import { Unsettled } from '#server/http/route.ts';
import type { Attempt, Outcome } from '#server/payments/adapter.ts';
import { liveAttempt, settle, settleOnRead } from '#server/payments/ask.ts';
import { beginAttempt } from '#server/payments/begin.ts';
import { returnHash } from '#server/payments/return-reference.ts';
import type { CheckoutReply, Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Handlers } from './handlers.ts';

/** Seconds after which asking again is worth it. */
const retryAfter = 2;

const checking = (): Unsettled<CheckoutReply> => new Unsettled({ status: 'checking', retry_after: retryAfter });

/** Paid by a payment intent, whose id only the paying browser knows; other providers count theirs up. */
const byIntent: Method[] = ['alipay', 'stripe', 'stripe_secure'];

/** Refuses to speak of money that is on its way back as if there had been none. */
const refuseRefunded = ({ state }: Attempt): void => {
  if (state === 'refund_due' || state === 'refunded')
    throw new Problem('payment_refunded', { detail: 'The payment came too late for the seats and is given back.' });
};

const attemptRow = (deps: Deps, id: string) =>
  deps.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** In: an attempt after its outcome was written down. Out: the answer by what stands in the database. Throws. */
const replyOf = async (
  deps: Deps,
  id: string,
  outcome?: Outcome,
): Promise<CheckoutReply | Unsettled<CheckoutReply>> => {
  const attempt = await attemptRow(deps, id);
  const completion = await completionFor(deps.db, deps.vault, attempt);
  if (completion) return { status: 'paid', completion };
  if (attempt.state === 'declined' || attempt.state === 'cancelled')
    throw new Problem('payment_api_failure', { reason: attempt.reason ?? 'try_later' });
  refuseRefunded(attempt);
  if (attempt.state === 'requires_action' && outcome?.kind === 'redirect')
    return new Unsettled({ status: 'redirect', ...outcome.leave });
  if (attempt.state !== 'requires_action' || outcome?.kind !== 'requires_action') return checking();
  const { providerId: payment_intent_id, clientSecret: client_secret } = outcome;
  return new Unsettled({ status: 'requires_action', payment_intent_id, client_secret });
};

const settleAndReply = async (deps: Deps, attempt: Attempt, how: 'start' | 'ask') => {
  const outcome = await settle(deps, attempt, how);
  return replyOf(deps, attempt.id, outcome);
};

/** In: the reference of a return. Out: the attempt it was made for, for a day. Throws token_not_found. */
export const attemptOfReturn = async (deps: Deps, site: SiteCode, r: string): Promise<Attempt> => {
  const row = await deps.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('payments.r_hash', '=', returnHash(r))
    .where('orders.site', '=', site)
    .executeTakeFirst();
  if (!row || Date.now() - row.created_at.getTime() > 24 * 3_600_000) throw new Problem('token_not_found');
  return row;
};

/** Paying, and learning what became of it. */
export const checkoutHandlers = (deps: Deps) =>
  ({
    checkout: async ({ site, base, params, body, effectId }) => {
      const order = await findOrder(deps.db, site, params.token ?? '');
      const live = await liveAttempt(deps, order);
      if (live?.id === effectId) return settleAndReply(deps, live, 'ask');
      /* Another card, another tab: the earlier attempt must be over for certain before a new one starts. */
      if (live?.state === 'requires_action') await settle(deps, live, 'drop');
      else if (live) await settleOnRead(deps, order);
      const begun = await beginAttempt(deps, { order, site, base, id: effectId, ...body });
      if (begun.kind === 'paid') return { status: 'paid', completion: begun.completion };
      if (begun.kind === 'busy') return checking();
      if (begun.kind === 'known') return replyOf(deps, effectId);
      return settleAndReply(deps, begun.attempt, 'start');
    },

    confirmCheckout: async ({ site, body }) => {
      const row = await deps.db
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .selectAll('payments')
        .where('payments.provider_id', '=', body.payment_intent_id)
        .where('payments.method', 'in', byIntent)
        .where('orders.site', '=', site)
        .where('orders.anonymised_at', 'is', null)
        .executeTakeFirst();
      if (!row) throw new Problem('token_not_found');
      if (row.state !== 'requires_action' && row.state !== 'started') return replyOf(deps, row.id);
      return settleAndReply(deps, row, 'ask');
    },

    getReturn: async ({ site, params }) => {
      const found = await attemptOfReturn(deps, site, params.r ?? '');
      const isLive = found.state === 'started' || found.state === 'requires_action';
      const outcome = isLive ? await settle(deps, found, 'ask') : null;
      const attempt = await attemptRow(deps, found.id);
      const { state, reason, order_id } = attempt;
      const order_token = await readOrderToken(deps.db, deps.vault, order_id);
      const completion = await completionFor(deps.db, deps.vault, attempt);
      if (completion) return { status: 'paid', order_token, completion };
      refuseRefunded(attempt);
      if (state === 'declined') return { status: 'declined', order_token, reason: reason ?? 'refused' };
      const isUnsure = state === 'requires_action' && outcome?.kind === 'unknown';
      if (state === 'started' || isUnsure) return { status: 'checking', order_token, retry_after: retryAfter };
      return { status: 'open', order_token };
    },
  }) satisfies Partial<Handlers>;
