import { isLive, paymentsWithOrders } from '#server/db/scoped.ts';
import { partialCompletionOf } from '#server/orders/orders.ts';
import { askOnRead, askProvider, liveAttempt, startPayment } from '#server/payments/ask-provider.ts';
import { beginAtOnce, beginAttempt, readPayable, type Started } from '#server/payments/begin.ts';
import type { Attempt, Outcome } from '#server/payments/providers/adapter.ts';
import { methodsOf } from '#server/payments/providers/contract-owners.ts';
import { openReference } from '#server/payments/return-references.ts';
import { readAttempt } from '#server/payments/settle.ts';
import { Problem } from '#server/shared/problem.ts';
import { readOrderToken } from '#server/shared/tokens/order-tokens.ts';
import { completionFor, completionOfBrowser } from '#server/tickets/tickets.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { Unstored } from '#server/web/http/route.ts';
import { withWallets } from '#server/web/wallets/wallets.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import type { Handlers } from './handlers.ts';

/** Seconds after which the client should poll again. */
const retryAfter = 2;

const checking = (): Unstored<CheckoutReply> => new Unstored({ status: 'checking', retry_after: retryAfter });

/** Throws for a refunded payment, which must not read as if nothing had been paid. */
const refuseRefunded = ({ state }: Attempt): void => {
  if (state === 'refund_due' || state === 'refunded')
    throw new Problem('payment_refunded', { detail: 'The payment came too late for the seats and is given back.' });
};

/** The reply from the stored state of an attempt, after its outcome was applied. `isOwn`: the client is the paying browser. */
const replyOf = async (
  deps: WebDeps,
  id: string,
  { isOwn, outcome }: { isOwn: boolean; outcome?: Outcome },
): Promise<CheckoutReply | Unstored<CheckoutReply>> => {
  const attempt = await readAttempt(deps.db, id);
  const completion = isOwn
    ? await completionFor(withWallets(deps), attempt)
    : await partialCompletionOf(deps.db, attempt.order_id);
  if (completion) return { status: 'paid', completion };
  if (attempt.state === 'declined' || attempt.state === 'cancelled')
    throw new Problem('payment_api_failure', { reason: attempt.reason ?? 'try_later' });
  refuseRefunded(attempt);
  if (attempt.state === 'requires_action' && outcome?.kind === 'redirect')
    return new Unstored({ status: 'redirect', ...outcome.redirect });
  if (attempt.state !== 'requires_action' || outcome?.kind !== 'requires_action') return checking();
  const { providerId: payment_intent_id, clientSecret: client_secret } = outcome;
  return new Unstored({ status: 'requires_action', payment_intent_id, client_secret });
};

const startAndReply = async (deps: WebDeps, { attempt, order }: Started) =>
  replyOf(deps, attempt.id, { isOwn: true, outcome: await startPayment(deps, attempt, order) });

const askAndReply = async (deps: WebDeps, attempt: Attempt, isOwn: boolean) =>
  replyOf(deps, attempt.id, { isOwn, outcome: await askProvider(deps, attempt, { urgency: 'now' }) });

export const checkoutHandlers = (deps: WebDeps) =>
  ({
    checkout: async ({ site, base, params, body, effectId, browser }) => {
      const payable = await readPayable(deps.db, params.token ?? '', { site, ...body });
      const order = payable.id;
      const attempt = { order, site, base, id: effectId, browser, ...body };
      /* A late retry of a declined attempt must not end the payment that runs now. */
      const repeated = payable.attempts.find(({ id }) => id === effectId);
      if (repeated && !isLive(repeated.state)) return replyOf(deps, effectId, { isOwn: true });
      const first = await beginAtOnce(deps, payable, attempt);
      if (first) return startAndReply(deps, first);
      const live = await liveAttempt(deps, order);
      if (live?.id === effectId) return askAndReply(deps, live, true);
      /* With another card or in another tab, the earlier attempt must be settled before a new one starts. */
      if (live?.state === 'requires_action') await askProvider(deps, live, { how: 'cancel', urgency: 'now' });
      else if (live) await askOnRead(deps, order);
      const begun = await beginAttempt(deps, attempt);
      if (begun.kind === 'paid') {
        const own = await completionOfBrowser(withWallets(deps), { order_id: order, browser });
        return new Unstored({ status: 'paid', completion: own ?? begun.completion });
      }
      if (begun.kind === 'busy') return checking();
      if (begun.kind === 'known') return replyOf(deps, effectId, { isOwn: true });
      return startAndReply(deps, begun);
    },

    confirmCheckout: async ({ site, body, browser }) => {
      const row = await paymentsWithOrders(deps.db)
        .selectAll('payments')
        .where('payments.provider_id', '=', body.payment_intent_id)
        /* Its ids are random; those of other providers are sequential. */
        .where('payments.method', 'in', methodsOf('stripe'))
        .where('orders.site', '=', site)
        .where('orders.anonymised_at', 'is', null)
        .executeTakeFirst();
      if (!row) throw new Problem('token_not_found');
      /* The provider puts the intent's id into its return address, so others than the paying browser may know it. */
      const isOwn = row.browser_hash === null || row.browser_hash === browser;
      if (isLive(row.state)) return askAndReply(deps, row, isOwn);
      const reply = await replyOf(deps, row.id, { isOwn });
      return reply instanceof Unstored ? reply : new Unstored(reply);
    },

    getReturn: async ({ site, params, browser }) => {
      const { attempt: found, isOwn, isFirst } = await openReference(deps, { site, browser }, params.r ?? '');
      /* The payment may have been made since the browser returned. */
      if (isLive(found.state)) await askProvider(deps, found, { urgency: isFirst ? 'now' : 'due' });
      const attempt = await readAttempt(deps.db, found.id);
      const { state, order_id } = attempt;
      /* The token opens the order with its customer, so only the browser that returned gets it. */
      const order_token = isOwn ? await readOrderToken(deps.db, deps.tokens, order_id) : '';
      const completion = isOwn
        ? await completionFor(withWallets(deps), attempt)
        : await partialCompletionOf(deps.db, order_id);
      if (completion) return { status: 'paid', order_token, completion };
      refuseRefunded(attempt);
      const reason = isOwn ? { reason: attempt.reason ?? 'refused' } : {};
      if (state === 'declined') return { status: 'declined', order_token, ...reason };
      const isUnsure = state === 'requires_action' && !attempt.awaits_visitor;
      if (state === 'started' || isUnsure) return { status: 'checking', order_token, retry_after: retryAfter };
      return { status: 'open', order_token };
    },
  }) satisfies Partial<Handlers>;
