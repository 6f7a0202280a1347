import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { newClientSecret, newId } from '../ids.ts';
import type { Params } from '../params.ts';
import { authorise, type ConfirmOptions } from './authorise.ts';
import { usableToken } from './confirmation-tokens.ts';
import { failure, invalidParam, noSuch, type StripeFailure } from './errors.ts';
import type { PaymentMethod } from './method-records.ts';
import { paymentMethodView } from './method-view.ts';
import { checkConfirmParams, readNewIntent, returnUrlOf, threeDSecureOf } from './payment-intent-params.ts';
import { findPaymentMethod, newPaymentMethod } from './payment-methods.ts';
import type { PaymentIntent } from './records.ts';
import { chargeView, paymentIntentView } from './views.ts';

/** Outcomes that the tester's faults force on a confirmation. */
export type Forced = Pick<ConfirmOptions, 'decline' | 'processing' | 'wrongAmount'>;

/** POST /v1/payment_intents. Nothing is written before all parameters are valid. */
export function createPaymentIntent(context: SandboxContext, params: Params, forced: Forced) {
  const fields = readNewIntent(params);
  const id = newId('pi');
  const intent: PaymentIntent = { ...fields, id, client_secret: newClientSecret(id), created: seconds(context.clock) };
  if (params.flag('confirm')) return confirmed(context, intent, params, forced);
  if (params.has('confirmation_token')) {
    throw invalidParam('confirmation_token', 'You can only use confirmation_token when confirm is true.');
  }
  const method = paymentMethodOf(context, params, id);
  return view(
    context,
    context.ledger.put('payment_intent', {
      ...intent,
      payment_method: method?.id ?? null,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
    }),
    params,
  );
}

/** POST /v1/payment_intents/:id/confirm. Throws 402 on a decline, 400 in a state that cannot be confirmed. */
export function confirmPaymentIntent(context: SandboxContext, id: string, params: Params, forced: Forced) {
  checkConfirmParams(params);
  const intent = knownIntent(context, id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      context,
      intent,
      `You cannot confirm this PaymentIntent because its status is ${intent.status}.`,
    );
  }
  return confirmed(context, intent, params, forced);
}

function confirmed(context: SandboxContext, before: PaymentIntent, params: Params, forced: Forced) {
  const offSession = params.flag('off_session');
  const errorOnAction = params.flag('error_on_requires_action');
  const useSdk = params.flag('use_stripe_sdk') || params.has('confirmation_token');
  const return_url = returnUrlOf(params) ?? before.return_url;
  const three_d_secure = threeDSecureOf(params) ?? before.three_d_secure;
  const requested = paymentMethodOf(context, params, before.id);
  const method = requested ?? context.ledger.get('payment_method', before.payment_method ?? '');
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update it with a payment method, " +
      'then confirm again.';
    throw failure(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message });
  }
  const types = before.allowed_payment_method_types;
  if (types && !types.includes(method.type ?? 'card')) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`;
    throw invalidParam('payment_method', message, 'payment_intent_incompatible_payment_method');
  }
  if (method.type === 'alipay' && return_url === null) throw params.missing('return_url');
  const authenticated = requested === null && before.authenticated;
  const intent = authorise(
    context,
    { ...before, return_url, three_d_secure, authenticated },
    { method, offSession, errorOnAction, useSdk, ...forced },
  );
  const { last_payment_error: error } = intent;
  if (error) throw failure(402, { ...error, payment_intent: paymentIntentView(intent, context.base()) });
  return view(context, intent, params);
}

/** Stores the payment method of a request; its confirmation token is used up. */
function paymentMethodOf(context: SandboxContext, params: Params, intentId: string): PaymentMethod | null {
  const tokenId = params.text('confirmation_token');
  const methodId = params.text('payment_method');
  const data = params.has('payment_method_data');
  if ([tokenId !== null, methodId !== null, data].filter(Boolean).length > 1) {
    const message = 'Give only one of confirmation_token, payment_method and payment_method_data.';
    throw invalidParam('confirmation_token', message);
  }
  if (methodId !== null) return findPaymentMethod(context, methodId);
  if (data) return context.ledger.put('payment_method', newPaymentMethod(context, params.group('payment_method_data')));
  if (tokenId === null) return null;
  const token = usableToken(context, tokenId);
  context.ledger.put('confirmation_token', { ...token, payment_intent: intentId });
  return context.ledger.put('payment_method', token.payment_method);
}

/** POST /v1/payment_intents/:id/cancel */
export function cancelPaymentIntent(context: SandboxContext, id: string, params: Params) {
  params.only('cancellation_reason', 'expand');
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;
  const reason = params.oneOf('cancellation_reason', reasons);
  const intent = knownIntent(context, id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(
      context,
      intent,
      `You cannot cancel this PaymentIntent because its status is ${intent.status}.`,
    );
  }
  const canceled = context.ledger.put('payment_intent', {
    ...intent,
    status: 'canceled',
    next_action: null,
    canceled_at: seconds(context.clock),
    cancellation_reason: reason,
  });
  context.webhooks.emit('payment_intent.canceled', id, paymentIntentView(canceled, context.base()));
  return view(context, canceled, params);
}

/** GET /v1/payment_intents/:id */
export function retrievePaymentIntent(context: SandboxContext, id: string, params: Params) {
  params.only('expand', 'client_secret');
  return view(context, knownIntent(context, id), params);
}

/** The payment intent of an id. Throws 404 when there is none. */
export function knownIntent(context: SandboxContext, id: string): PaymentIntent {
  const intent = context.ledger.get('payment_intent', id);
  if (!intent) throw noSuch('payment_intent', id, 'intent');
  return intent;
}

function view(context: SandboxContext, intent: PaymentIntent, params: Params) {
  const expand = params.list('expand');
  const charge = expand.includes('latest_charge') ? context.ledger.get('charge', intent.latest_charge ?? '') : null;
  const method = expand.includes('payment_method')
    ? context.ledger.get('payment_method', intent.payment_method ?? '')
    : null;
  return {
    ...paymentIntentView(intent, context.base()),
    ...(charge ? { latest_charge: chargeView(charge, context.ledger) } : {}),
    ...(method ? { payment_method: paymentMethodView(method) } : {}),
  };
}

const unexpectedState = (context: SandboxContext, intent: PaymentIntent, message: string): StripeFailure =>
  failure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: paymentIntentView(intent, context.base()),
  });
