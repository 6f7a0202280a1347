import { noToken, type PaymentToken } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import { isCard, type Method } from '#src/domain/payment.ts';
import { deviceFingerprint } from '#src/scripts/fingerprint.ts';
import { paymentSettings } from './settings.ts';
import { openStripe } from './stripe-script.ts';

type Form = { method: Method; take: () => Promise<PaymentToken> };

/** The card forms on the page; one at most, unless the visitor is just choosing another method. */
const visibleForms = new Set<Form>();

/**
 * Registers the visible card form as the source of the token. Number, expiry, holder and code stay in the form or the provider's
 * frame (docs/payments.md#card-data). Returns an unregister function.
 */
export const registerForm = (method: Method, take: Form['take']): (() => void) => {
  const form = { method, take };
  visibleForms.add(form);
  return () => visibleForms.delete(form);
};

const readFingerprint = async (): Promise<string | null> => {
  const { fingerprint, sandboxUrl } = await paymentSettings();
  return fingerprint && deviceFingerprint(fingerprint, sandboxUrl);
};

let device: Promise<string | null> | null = null;

/** Runs the site's device-fingerprint script once per page; called when the payment step is shown. */
export const startFingerprint = (): void => {
  device ??= readFingerprint().catch(() => {
    device = null;
    return null;
  });
};

/** A payment with the value of the site's device-fingerprint script, if it returned one. */
export const withFingerprint = async (payment: PaymentToken): Promise<PaymentToken> => {
  const fingerprint = await device;
  return fingerprint ? { ...payment, fingerprint } : payment;
};

/** The provider's token, empty if the method needs none. Throws a Failure that the visitor can resolve. */
export const takeTokenFrom = async (method: Method | null): Promise<PaymentToken> => {
  if (method === null) throw new Failure({ code: 'method_unavailable', unknown: false });
  if (!isCard(method)) return method === 'free' ? noToken : withFingerprint(noToken);
  const form = [...visibleForms].findLast((visible) => visible.method === method);
  if (!form) throw new Failure({ code: 'token_unavailable', unknown: false });
  return withFingerprint(await form.take());
};

/**
 * Shows the bank's 3-D Secure challenge in the page, which only `stripe_secure` has: GMO's is a page of the bank. Resolves when it
 * ends, whatever its result, because only the server's outcome counts.
 */
export const challengeWith = async (method: Method | null, clientSecret: string): Promise<void> => {
  if (method !== 'stripe_secure') return;
  const stripe = await openStripe(await paymentSettings());
  await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
};
