import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { checkout, confirmCheckout, getReturn } from '#src/api/contract/checkout.ts';
import { getOrder } from '#src/api/contract/orders.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import type { Completion } from '#src/domain/completion.ts';
import { Failure, failureOf } from '#src/domain/failures.ts';
import { within } from '#src/domain/within.ts';
import { usualPause } from './checkout.logic.ts';
import type { ChallengeInput, ConfirmInput, Outcome, PostInput, QueryInput } from './checkout.types.ts';

const sendPayment = async (
  { token, lang, price, visit, method, payment, key }: PostInput,
  signal: AbortSignal,
): Promise<CheckoutReply> => {
  if (!token || !method || !payment) throw new Failure({ code: 'token_unavailable', unknown: false });
  const body = { payment_method: method, payment, lang, price, visit: visit ?? undefined };
  return call(checkout, { params: { token }, body, key, signal });
};

/**
 * Sends the payment. A retry with the same key and body returns the first result and pays only once. Throws Failure; a limit of the
 * server is a known refusal, since the server returns the result of a payment that it has begun before it counts another.
 */
export const postCheckout = fromPromise<CheckoutReply, PostInput>(async ({ input, signal }) => {
  try {
    return await sendPayment(input, signal);
  } catch (thrown) {
    const details = failureOf(thrown);
    throw details.code === 'rate_limited' ? new Failure({ ...details, unknown: false }) : thrown;
  }
});

/** The bank's identity check, shown by the provider's own script, whose result is never taken as the outcome. Throws Failure. */
export const showChallenge = fromPromise<void, ChallengeInput>(async ({ input }) => {
  const { challengeWith } = await within(import('#src/payments/payment-session.ts'));
  await challengeWith(input.method, input.client_secret);
});

/** Settles after the identity check. Throws Failure: payment_api_failure when the check failed. */
export const confirmPayment = fromPromise<CheckoutReply, ConfirmInput>(async ({ input, signal }) => {
  return call(confirmCheckout, { body: { payment_intent_id: input.payment_intent_id }, key: input.key, signal });
});

/**
 * The completion of a paid order. The reply for an order token contains no ticket, so this browser's payment is repeated with its
 * key to get it. If this browser sent none, or another one paid, the completion without a ticket is returned.
 */
const ownCompletion = async (
  { attempt }: QueryInput,
  reported: Completion,
  signal: AbortSignal,
): Promise<Completion | null> => {
  if (reported.reservation_token !== '' || !attempt?.payment) return reported;
  try {
    const reply = await sendPayment(attempt, signal);
    return reply.status === 'paid' ? reply.completion : null;
  } catch (thrown) {
    const { code, unknown } = failureOf(thrown);
    return unknown || code === 'in_flight' || code === 'rate_limited' ? null : reported;
  }
};

/** The format of a reference. Other characters could lead to another path of the server. */
const reference = /^[\w-]{1,255}$/;

/** Reads the outcome from the order of this tab. Throws Failure. */
const queryOrder = async (input: QueryInput & { token: string }, signal: AbortSignal): Promise<Outcome> => {
  const { token } = input;
  const order = await call(getOrder, { params: { token }, signal });
  const completion = order.completion && (await ownCompletion(input, order.completion, signal));
  if (completion) return { status: 'paid', token, completion };
  if (order.completion || order.status === 'checking') return { status: 'checking', token, retry_after: usualPause };
  if (order.status === 'open') return { status: 'open', token };
  if (order.status === 'refunded') throw new Failure({ code: 'payment_refunded', unknown: false });
  throw new Failure({ code: order.status === 'expired' ? 'session_timeout' : 'order_closed', unknown: false });
};

/** The same, but null when that order is over: then only what the return shows is known. */
const queryOwnOrder = async (input: QueryInput & { token: string }, signal: AbortSignal): Promise<Outcome | null> => {
  try {
    return await queryOrder(input, signal);
  } catch (thrown) {
    if (['session_timeout', 'order_closed', 'token_not_found'].includes(failureOf(thrown).code)) return null;
    throw thrown;
  }
};

/** Whether both are the same paid order. To another browser's reference the server replies with the end of the number: `…ABCD`. */
const isSamePaid = (own: Outcome, returned: Outcome): boolean =>
  own.status === 'paid' &&
  returned.status === 'paid' &&
  own.completion.reservation_number.endsWith(returned.completion.reservation_number.replace(/^…/, ''));

/**
 * Outcome of the payment that a return reference leads to. For another browser's reference the reply has only the state, so a tab
 * with its own order queries that too.
 */
const queryReturn = async (r: string, { token, ...input }: QueryInput, signal: AbortSignal): Promise<Outcome> => {
  const { order_token, ...outcome } = await call(getReturn, { params: { r }, signal });
  if (order_token !== '') return { token: order_token, ...outcome };
  const returned: Outcome = { token: null, ...outcome };
  const own = token ? await queryOwnOrder({ token, ...input }, signal) : null;
  return own && (returned.status !== 'paid' || isSamePaid(own, returned)) ? own : returned;
};

/** Reads the outcome of the attempt: by the reference of a return, otherwise by the order. Throws Failure. */
export const queryOutcome = fromPromise<Outcome, QueryInput>(async ({ input, signal }) => {
  const { r, token } = input;
  if (r !== null) {
    if (!reference.test(r)) throw new Failure({ code: 'return_not_found', unknown: false });
    return queryReturn(r, input, signal);
  }
  if (!token) throw new Failure({ code: 'token_not_found', unknown: false });
  return queryOrder({ ...input, token }, signal);
});
