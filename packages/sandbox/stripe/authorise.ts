import { DECLINES, type Decline, type DeclineName, TEST_CARDS } from '../cards.ts';
import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { newId } from '../ids.ts';
import type { PaymentMethod } from './method-records.ts';
import { paymentMethodView } from './method-view.ts';
import type { PaymentError, PaymentIntent } from './records.ts';
import { paymentIntentView } from './views.ts';

/** How to confirm a payment; `decline`, `processing` and `wrongAmount` come from the tester's faults. */
export type ConfirmOptions = {
  method: PaymentMethod;
  offSession: boolean;
  errorOnAction: boolean;
  useSdk: boolean;
  decline: DeclineName | null;
  processing: boolean;
  wrongAmount: boolean;
};

const cardOf = (method: PaymentMethod) =>
  method.type === 'alipay' ? undefined : TEST_CARDS.find(({ alias }) => alias === method.alias);

/** The bank's first response: pay, decline, or require authentication. Alipay always requires it. */
function decide(intent: PaymentIntent, { method, offSession }: ConfirmOptions): DeclineName | 'challenge' | null {
  if (method.type === 'alipay') return 'challenge';
  const card = cardOf(method);
  if (!card) return 'generic_decline';
  const wanted = intent.three_d_secure !== 'automatic';
  switch (card.authentication) {
    case 'none':
      return card.decline;
    case 'optional':
      return wanted ? 'challenge' : card.decline;
    case 'optional-broken':
      return wanted ? 'processing_error' : card.decline;
    case 'required':
      return offSession ? 'authentication_required' : 'challenge';
    case 'required-broken':
      return 'generic_decline';
    case 'prepared':
      return offSession ? card.decline : 'challenge';
  }
}

/**
 * Confirms a payment and stores the outcome: succeeded, processing, requires_action, or requires_payment_method with
 * `last_payment_error`. Emits the event of that outcome.
 */
export function authorise(context: SandboxContext, before: PaymentIntent, options: ConfirmOptions): PaymentIntent {
  const { method } = options;
  const intent = { ...before, payment_method: method.id, last_payment_error: null, next_action: null };
  if (options.decline) return refuse(context, intent, method, options.decline);
  if (intent.authenticated) return settle(context, intent, method, options);
  const decision = decide(intent, options);
  if (decision === 'challenge') {
    if (options.errorOnAction) return refuse(context, intent, method, 'authentication_required');
    const byCard = options.useSdk || intent.return_url === null ? 'use_stripe_sdk' : 'redirect_to_url';
    const next = method.type === 'alipay' ? 'alipay_handle_redirect' : byCard;
    return context.ledger.put('payment_intent', { ...intent, status: 'requires_action', next_action: next });
  }
  return decision ? refuse(context, intent, method, decision) : capture(context, intent, method, options);
}

/** Applies the buyer's response to the 3-D Secure challenge. Further responses change nothing. */
export function answerChallenge(
  context: SandboxContext,
  intent: PaymentIntent,
  result: 'complete' | 'fail' | 'cancel',
) {
  const method = context.ledger.get('payment_method', intent.payment_method ?? '');
  if (intent.status !== 'requires_action' || !method || method.type === 'alipay') return intent;
  if (result !== 'complete') return failAuthentication(context, intent, method);
  const authenticated = { ...intent, next_action: null, authenticated: true };
  if (intent.confirmation_method === 'manual') {
    return context.ledger.put('payment_intent', { ...authenticated, status: 'requires_confirmation' });
  }
  return settle(context, authenticated, method);
}

/** Ends a payment in the state `processing`. */
export function endProcessing(context: SandboxContext, intent: PaymentIntent, succeeded: boolean): PaymentIntent {
  const method = context.ledger.get('payment_method', intent.payment_method ?? '');
  if (intent.status !== 'processing' || !method) return intent;
  return succeeded ? capture(context, intent, method) : refuse(context, intent, method, 'generic_decline');
}

type Money = Partial<Pick<ConfirmOptions, 'processing' | 'wrongAmount'>>;

function settle(context: SandboxContext, intent: PaymentIntent, method: PaymentMethod, how?: Money) {
  const decline = cardOf(method)?.decline ?? null;
  return decline ? refuse(context, intent, method, decline) : capture(context, intent, method, how);
}

/** Amount charged in excess under the fault `wrong_amount`, in the currency's smallest unit. */
const excess = 1000;

/** Charges the payment, or leaves it in the state `processing`. */
export function capture(
  context: SandboxContext,
  intent: PaymentIntent,
  method: PaymentMethod,
  { processing, wrongAmount }: Money = {},
) {
  if (processing) {
    const pending = context.ledger.put('payment_intent', { ...intent, status: 'processing' });
    return announced(context, 'payment_intent.processing', pending);
  }
  const amount = intent.amount + (wrongAmount ? excess : 0);
  const charge = chargeRow(context, { ...intent, amount }, method, null);
  const paid = context.ledger.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
  });
  return announced(context, 'payment_intent.succeeded', paid);
}

function refuse(context: SandboxContext, intent: PaymentIntent, method: PaymentMethod, name: DeclineName) {
  const decline = DECLINES[name];
  const charge = chargeRow(context, intent, method, decline);
  return backToStart(
    context,
    { ...intent, latest_charge: charge.id },
    {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      advice_code: decline.advice,
      message: decline.message,
      charge: charge.id,
      doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
      payment_method: paymentMethodView(method),
    },
  );
}

const failAuthentication = (context: SandboxContext, intent: PaymentIntent, method: PaymentMethod) =>
  backToStart(context, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://docs.stripe.com/error-codes/payment-intent-authentication-failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: paymentMethodView(method),
  });

/** Records the error, after which another method may be tried. */
export function backToStart(context: SandboxContext, intent: PaymentIntent, error: PaymentError): PaymentIntent {
  const failed = context.ledger.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    authenticated: false,
    last_payment_error: error,
  });
  return announced(context, 'payment_intent.payment_failed', failed);
}

function chargeRow(context: SandboxContext, intent: PaymentIntent, method: PaymentMethod, decline: Decline | null) {
  return context.ledger.put('charge', {
    id: newId('ch'),
    created: seconds(context.clock),
    payment_intent: intent.id,
    payment_method: method.id,
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    status: decline ? 'failed' : 'succeeded',
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    decline_code: decline?.declineCode ?? null,
    authenticated: intent.authenticated,
    metadata: intent.metadata,
  });
}

function announced(
  context: SandboxContext,
  type: 'payment_intent.succeeded' | 'payment_intent.processing' | 'payment_intent.payment_failed',
  intent: PaymentIntent,
): PaymentIntent {
  context.webhooks.emit(type, intent.id, paymentIntentView(intent, context.base()));
  return intent;
}
