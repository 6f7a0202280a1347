import { Failure } from '#src/domain/failures.ts';
import type { Method, PaymentToken } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import { type MethodModule, methodModules } from './methods.ts';
import { deskSettings } from './settings.ts';

type Form = { method: Method; take: () => Promise<PaymentToken> };

let form: Form | null = null;

/**
 * A card form on screen offers its token here; number, expiry, holder and code stay in the form or the provider's frame
 * (DESIGN §3.13). Out: its removal.
 */
export const registerForm = (method: Method, take: Form['take']): (() => void) => {
  const mine = { method, take };
  form = mine;
  return () => {
    if (form === mine) form = null;
  };
};

const moduleOf = async (method: Method | null): Promise<MethodModule> => {
  const load = method && methodModules[method];
  if (!load) throw new Failure({ code: 'method_unavailable', unknown: false });
  return within(load());
};

/** In: the chosen method. Out: the provider's token, empty where the method needs none. Throws Failure to mend. */
export const takeTokenFrom = async (method: Method | null): Promise<PaymentToken> => {
  const { needsForm } = await moduleOf(method);
  if (!needsForm) return { token: '', brand: '', last4: '' };
  if (form?.method !== method) throw new Failure({ code: 'token_unavailable', unknown: false });
  return form.take();
};

/** Shows the bank's identity check. Ends when it is over, whatever came of it: only the server's word counts. */
export const challengeWith = async (method: Method | null, clientSecret: string): Promise<void> => {
  const { challenge } = await moduleOf(method);
  await challenge?.(clientSecret, await deskSettings());
};
