import Stripe from 'stripe';
import { afterAll } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from './main.ts';

/**
 * For tests: a running sandbox and the real Stripe package configured for it. `whenDone` registers the function that closes it.
 */
export async function openSandbox(
  options: SandboxOptions = {},
  whenDone: (close: () => Promise<void>) => void = afterAll,
) {
  const running = await startSandbox({ port: 0, ...options });
  whenDone(() => running.close());
  return { ...running, stripe: stripeFor(running) };
}

/** The provider's own client for a running sandbox. */
export const stripeFor = ({ port }: RunningSandbox, key = 'sk_test_sandbox') =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });

/** The Stripe error of a promise that must reject. */
export async function refusal(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error = await call.then(
    () => new Error('the call was expected to fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}

/** A call as browsers and curl make it. */
export async function post(url: string, form: Record<string, string>, key = 'pk_test_sandbox') {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** A confirmation token as the card frame creates it. */
export async function confirmationToken(url: string, number: string, more: Record<string, string> = {}) {
  return post(`${url}/v1/confirmation_tokens`, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 5),
    'payment_method_data[card][cvc]': '123',
    ...more,
  });
}

/** A payment that is confirmed at once. */
export const order = { amount: 3000, currency: 'jpy' };
export const cardOnly = { allowed_payment_method_types: ['card' as const] };

/** A buyer who pays by a test card, and answers the identity check. */
export const buyerOf = ({ stripe, url }: { stripe: Stripe; url: string }) => ({
  payWith: async (number: string, more: object = {}) => {
    const token = await confirmationToken(url, number);
    const params = { ...order, ...cardOnly, confirm: true, confirmation_token: token.body.id, ...more };
    return stripe.paymentIntents.create(params);
  },
  authenticate: (intent: { id: string; client_secret: string | null }, result: string) =>
    post(`${url}/v1/payment_intents/${intent.id}/authenticate`, { client_secret: intent.client_secret ?? '', result }),
});
