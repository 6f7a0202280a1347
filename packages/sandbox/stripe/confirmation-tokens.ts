import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { newId } from '../ids.ts';
import type { Params } from '../params.ts';
import { failure, invalidParam, noSuch } from './errors.ts';
import { newPaymentMethod } from './payment-methods.ts';
import type { ConfirmationToken } from './records.ts';
import { confirmationTokenView } from './views.ts';

const LIFE_SECONDS = 12 * 60 * 60;

/** The call with which the Payment Element creates a token. */
export function createConfirmationToken(context: SandboxContext, params: Params) {
  params.only('payment_method_data', 'return_url', 'metadata', 'shipping');
  const created = seconds(context.clock);
  const token = context.ledger.put('confirmation_token', {
    id: newId('ctoken'),
    created,
    expires_at: created + LIFE_SECONDS,
    return_url: params.text('return_url'),
    payment_intent: null,
    metadata: params.metadata(),
    payment_method: newPaymentMethod(context, params.group('payment_method_data')),
  });
  return confirmationTokenView(token);
}

/** The token as the provider's API shows it. Throws 404 when it is unknown. */
export function retrieveConfirmationToken(context: SandboxContext, id: string) {
  const token = context.ledger.get('confirmation_token', id);
  if (!token) throw noSuch('confirmationtoken', id, 'confirmation_token');
  return confirmationTokenView(token);
}

/** The token of a confirmation. Throws 400 when it is unknown, used or older than twelve hours. */
export function usableToken(context: SandboxContext, id: string): ConfirmationToken {
  const param = 'confirmation_token';
  const token = context.ledger.get('confirmation_token', id);
  if (!token) throw invalidParam(param, `No such confirmationtoken: '${id.slice(0, 100)}'`, 'resource_missing');
  if (token.payment_intent !== null) {
    const message = `The provided ConfirmationToken ${id} has already been used to confirm a PaymentIntent. Create a new one.`;
    throw failure(400, { type: 'invalid_request_error', message, param });
  }
  if (token.expires_at <= seconds(context.clock)) {
    throw failure(400, { type: 'invalid_request_error', message: `The ConfirmationToken ${id} has expired.`, param });
  }
  return token;
}
