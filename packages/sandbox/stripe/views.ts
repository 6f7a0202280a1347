import { API_VERSION } from '../api-version.ts';
import type { Ledger } from '../ledger.ts';
import type { PaymentMethod } from './method-records.ts';
import { cardDetails, paymentMethodView } from './method-view.ts';
import type { Charge, ConfirmationToken, Dispute, PaymentIntent, Refund } from './records.ts';

/** Converts rows into the objects of the Stripe API (2026-10-28.endive). */

export type PaymentIntentView = ReturnType<typeof paymentIntentView>;

/** A confirmation token as the provider's API shows it. */
export function confirmationTokenView(token: ConfirmationToken) {
  const {
    id: _id,
    object: _object,
    created: _created,
    livemode: _live,
    metadata: _meta,
    ...preview
  } = paymentMethodView(token.payment_method);
  return {
    id: token.id,
    object: 'confirmation_token' as const,
    created: token.created,
    expires_at: token.payment_intent === null ? token.expires_at : null,
    livemode: false,
    mandate_data: null,
    metadata: token.metadata,
    payment_intent: token.payment_intent,
    payment_method_options: null,
    payment_method_preview: preview,
    return_url: token.return_url,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
}

/** `base` is the address of the sandbox for browsers, with a trailing slash. */
function nextAction(intent: PaymentIntent, base: string) {
  if (intent.status !== 'requires_action') return null;
  if (intent.next_action === 'redirect_to_url') {
    const query = new URLSearchParams({
      client_secret: intent.client_secret,
      key: 'pk_test_sandbox',
      return_url: intent.return_url ?? '',
    });
    const url = `${base}sandbox/3ds/${intent.id}?${query}`;
    return { type: 'redirect_to_url', redirect_to_url: { return_url: intent.return_url, url } };
  }
  if (intent.next_action === 'alipay_handle_redirect') {
    const url = `${base}sandbox/alipay/${intent.id}?${new URLSearchParams({ client_secret: intent.client_secret })}`;
    const handling = { native_data: null, native_url: null, return_url: intent.return_url, url };
    return { type: 'alipay_handle_redirect', alipay_handle_redirect: handling };
  }
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_challenge', source: intent.id } };
}

/** A payment intent as the provider's API shows it; `base` is the address of the sandbox. */
export const paymentIntentView = (intent: PaymentIntent, base: string) => ({
  id: intent.id,
  object: 'payment_intent' as const,
  allowed_payment_method_types: intent.allowed_payment_method_types,
  amount: intent.amount,
  amount_capturable: 0,
  amount_received: intent.amount_received,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods:
    intent.allowed_payment_method_types === null ? { allow_redirects: 'always', enabled: true } : null,
  canceled_at: intent.canceled_at,
  cancellation_reason: intent.cancellation_reason,
  capture_method: intent.capture_method,
  client_secret: intent.client_secret,
  confirmation_method: intent.confirmation_method,
  created: intent.created,
  currency: intent.currency,
  customer: intent.customer,
  customer_account: null,
  description: intent.description,
  excluded_payment_method_types: null,
  last_payment_error: intent.last_payment_error,
  latest_charge: intent.latest_charge,
  livemode: false,
  managed_payments: null,
  metadata: intent.metadata,
  next_action: nextAction(intent, base),
  on_behalf_of: null,
  payment_method: intent.payment_method,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { installments: null, network: null, request_three_d_secure: intent.three_d_secure },
  },
  payment_method_types: intent.allowed_payment_method_types ?? ['card'],
  payment_record: null,
  processing: intent.status === 'processing' ? { type: intent.allowed_payment_method_types?.[0] ?? 'card' } : null,
  receipt_email: intent.receipt_email,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: intent.statement_descriptor,
  statement_descriptor_suffix: null,
  status: intent.status,
  transfer_data: null,
  transfer_group: null,
});

/** The fields of a payment that a publishable key may read. */
export function publicPaymentIntentView(view: PaymentIntentView) {
  const { metadata: _metadata, latest_charge: _charge, customer: _customer, ...rest } = view;
  return rest;
}

const detailsOf = ({ authenticated }: Charge, method: PaymentMethod) =>
  method.type === 'alipay'
    ? { type: 'alipay', alipay: { buyer_id: null, fingerprint: null, transaction_id: null } }
    : {
        type: 'card',
        card: {
          ...cardDetails(method),
          three_d_secure: authenticated ? { result: 'authenticated', version: '2.2.0' } : null,
        },
      };

/** A charge as the provider's API shows it, with its refunded amount. */
export function chargeView(charge: Charge, ledger: Ledger) {
  const method = ledger.get('payment_method', charge.payment_method);
  const paid = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge' as const,
    amount: charge.amount,
    amount_captured: paid ? charge.amount : 0,
    amount_refunded: charge.amount_refunded,
    billing_details: method ? paymentMethodView(method).billing_details : null,
    captured: paid,
    created: charge.created,
    currency: charge.currency,
    disputed: ledger.all('dispute').some((dispute) => dispute.charge === charge.id),
    failure_code: charge.failure_code,
    failure_message: charge.failure_message,
    livemode: false,
    metadata: charge.metadata,
    outcome: {
      type: paid ? 'authorized' : 'issuer_declined',
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: charge.decline_code,
      risk_level: 'normal',
      seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    },
    paid,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    payment_method_details: method ? detailsOf(charge, method) : null,
    receipt_url: null,
    refunded: paid && charge.amount_refunded === charge.amount,
    status: charge.status,
  };
}

/** A refund as the provider's API shows it. */
export const refundView = (refund: Refund) => ({
  id: refund.id,
  object: 'refund' as const,
  amount: refund.amount,
  balance_transaction: null,
  charge: refund.charge,
  created: refund.created,
  currency: refund.currency,
  customer: null,
  customer_account: null,
  ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  metadata: refund.metadata,
  payment_intent: refund.payment_intent,
  payment_method: null,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
});

/** A dispute as the provider's API shows it. */
export const disputeView = (dispute: Dispute) => ({
  ...dispute,
  object: 'dispute' as const,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
});

/** An event as the provider's webhooks send it. */
export const eventView = (id: string, type: string, created: number, object: object, key: string | null) => ({
  id,
  object: 'event' as const,
  api_version: API_VERSION,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: key },
  type,
});
