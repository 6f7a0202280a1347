import { fromPromise } from 'xstate';
import { Failure } from '#src/domain/failures.ts';
import type { CheckoutReply } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import type { AskInput, ChallengeInput, ConfirmInput, Outcome, PostInput } from './checkout.types.ts';

const line = async () => {
  const [{ call }, checkout, orders] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/checkout.ts'),
    import('#src/api/contract/orders.ts'),
  ]);
  return { call, ...checkout, ...orders };
};

/** Pays. The same key and body again asks whether it happened. Throws Failure. */
export const postCheckout = fromPromise<CheckoutReply, PostInput>(async ({ input, signal }) => {
  const { token, lang, price, method, payment, key } = input;
  if (!token || !method || !payment) throw new Failure({ code: 'token_unavailable', unknown: false });
  const { call, checkout } = await line();
  return call(checkout, { params: { token }, body: { payment_method: method, payment, lang, price }, key, signal });
});

/** The bank's identity check, shown by the provider's own script. Its word is never the outcome. Throws Failure. */
export const showChallenge = fromPromise<void, ChallengeInput>(async ({ input }) => {
  const { challengeWith } = await within(import('#src/payments/desk.ts'));
  await challengeWith(input.method, input.client_secret);
});

/** Settles after the identity check. Throws Failure: payment_api_failure when the check failed. */
export const confirmPayment = fromPromise<CheckoutReply, ConfirmInput>(async ({ input, signal }) => {
  const { call, confirmCheckout } = await line();
  return call(confirmCheckout, { body: { payment_intent_id: input.payment_intent_id }, key: input.key, signal });
});

/** What a reference may look like. Another one would ask for another path of the server. */
const reference = /^[\w-]{1,255}$/;

/** What became of the attempt: by the reference of a return, otherwise by the order. Throws Failure. */
export const askOutcome = fromPromise<Outcome, AskInput>(async ({ input, signal }) => {
  const { call, getReturn, getOrder } = await line();
  if (input.r !== null) {
    if (!reference.test(input.r)) throw new Failure({ code: 'return_not_found', unknown: false });
    const { order_token: token, ...outcome } = await call(getReturn, { params: { r: input.r }, signal });
    return { token, ...outcome };
  }
  const token = input.token;
  if (!token) throw new Failure({ code: 'token_not_found', unknown: false });
  const order = await call(getOrder, { params: { token }, signal });
  if (order.completion) return { status: 'paid', token, completion: order.completion };
  if (order.status === 'checking') return { status: 'checking', token, retry_after: 3 };
  if (order.status === 'open') return { status: 'open', token };
  if (order.status === 'refunded') throw new Failure({ code: 'payment_refunded', unknown: false });
  throw new Failure({ code: order.status === 'expired' ? 'session_timeout' : 'order_closed', unknown: false });
});
