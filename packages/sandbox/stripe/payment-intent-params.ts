import type { Params } from '../params.ts';
import { invalidParam } from './errors.ts';
import type { PaymentIntent } from './records.ts';

const MINIMUM = 50;
const MAXIMUM = 99_999_999;

const CONFIRM = [
  'confirmation_token',
  'error_on_requires_action',
  'expand',
  'off_session',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'receipt_email',
  'return_url',
  'use_stripe_sdk',
];
const CREATE = [
  ...CONFIRM,
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'currency',
  'customer',
  'description',
  'metadata',
  'statement_descriptor',
];

const refuseOldTypes = (params: Params): void => {
  if (!params.has('payment_method_types')) return;
  throw invalidParam(
    'payment_method_types',
    'payment_method_types is no longer supported. Use automatic_payment_methods, allowed_payment_method_types or ' +
      'excluded_payment_method_types instead.',
    'payment_method_types_no_longer_supported',
  );
};

/** Throws 400 where a confirmation has unknown parameters. */
export function checkConfirmParams(params: Params): void {
  refuseOldTypes(params);
  params.only(...CONFIRM, 'client_secret');
}

function amountOf(params: Params): number {
  const amount = params.integer('amount');
  if (amount === null) throw params.missing('amount');
  if (amount < 1)
    throw invalidParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (amount < MINIMUM) {
    throw invalidParam('amount', 'Amount must convert to at least 50 cents. 50 yen is the least.', 'amount_too_small');
  }
  if (amount > MAXIMUM) throw invalidParam('amount', 'Amount must be no more than ¥99,999,999', 'amount_too_large');
  return amount;
}

function currencyOf(params: Params): string {
  const currency = params.required('currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalidParam('currency', `Invalid currency: ${currency.slice(0, 20)}`);
  return currency;
}

function typesOf(params: Params): string[] | null {
  if (!params.has('allowed_payment_method_types')) return null;
  if (params.has('automatic_payment_methods')) {
    const message = 'You cannot set both allowed_payment_method_types and automatic_payment_methods.';
    throw invalidParam('allowed_payment_method_types', message);
  }
  const types = params.list('allowed_payment_method_types');
  if (!types.includes('card') && !types.includes('alipay')) {
    const message = 'No valid payment method types for this PaymentIntent: this sandbox has only card and alipay.';
    throw invalidParam('allowed_payment_method_types', message);
  }
  return types;
}

/** Where the payer returns to; null when it is not given. Throws 400 when it is not a web address. */
export function returnUrlOf(params: Params): string | null {
  const url = params.text('return_url');
  if (url !== null && !/^https?:\/\//.test(url)) throw invalidParam('return_url', 'Not a valid URL', 'url_invalid');
  return url;
}

/** Which 3-D Secure `payment_method_options[card]` requests; null when it requests none. */
export const threeDSecureOf = (params: Params) =>
  params
    .group('payment_method_options')
    .group('card')
    .oneOf('request_three_d_secure', ['automatic', 'any', 'challenge']);

/** The fields of a new PaymentIntent from the body of POST /v1/payment_intents; throws Stripe's 400. */
export function readNewIntent(params: Params): Omit<PaymentIntent, 'id' | 'client_secret' | 'created'> {
  refuseOldTypes(params);
  params.only(...CREATE);
  return {
    amount: amountOf(params),
    amount_received: 0,
    currency: currencyOf(params),
    status: 'requires_payment_method',
    metadata: params.metadata(),
    description: params.text('description'),
    statement_descriptor: params.text('statement_descriptor'),
    receipt_email: params.text('receipt_email'),
    customer: params.text('customer'),
    return_url: returnUrlOf(params),
    allowed_payment_method_types: typesOf(params),
    capture_method: params.oneOf('capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    confirmation_method: params.oneOf('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    three_d_secure: threeDSecureOf(params) ?? 'automatic',
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    authenticated: false,
    canceled_at: null,
    cancellation_reason: null,
  };
}
