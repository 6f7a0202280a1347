import { checkCard } from '../card-check.ts';
import { TEST_CARDS } from '../cards.ts';
import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { newId } from '../ids.ts';
import type { Params } from '../params.ts';
import { failure, invalidParam } from './errors.ts';
import type { BillingDetails, CardMethod, PaymentMethod } from './method-records.ts';

/** A new payment method from `type`, `card[…]` and `billing_details[…]`; throws Stripe's 400 or 402. */
export function newPaymentMethod(context: SandboxContext, params: Params): PaymentMethod {
  const type = params.required('type');
  const made = {
    id: newId('pm'),
    created: seconds(context.clock),
    billing: billingDetails(params.group('billing_details')),
  };
  if (type === 'alipay') return { ...made, type };
  if (type !== 'card')
    throw invalidParam('type', `Invalid type: this sandbox has only card and alipay, not ${type.slice(0, 50)}`);
  const card = params.group('card');
  const token = card.text('token');
  if (token !== null) {
    // Not in Stripe's API: the stand-in for a wallet's sheet names the wallet here.
    const wallet = card.oneOf('wallet', ['apple_pay', 'google_pay', 'link']);
    return { ...fromAlias(context, token, 'tok_', 'card[token]'), ...(wallet ? { wallet } : {}) };
  }
  card.only('number', 'exp_month', 'exp_year', 'cvc');
  const expMonth = card.integer('exp_month');
  const expYear = card.integer('exp_year');
  const number = card.required('number');
  if (expMonth === null) throw card.missing('exp_month');
  if (expYear === null) throw card.missing('exp_year');
  const checked = checkCard({ number, expMonth, expYear, cvc: card.text('cvc') }, context.clock);
  return {
    ...made,
    type,
    alias: checked.card.alias,
    brand: checked.brand,
    last4: checked.last4,
    exp_month: checked.expMonth,
    exp_year: checked.expYear,
  };
}

/**
 * The payment method that a request names: a stored one, or one of the predefined `pm_card_…`. Throws 400 for any other, and for
 * one that was charged already.
 */
export function findPaymentMethod(context: SandboxContext, id: string): PaymentMethod {
  const stored = context.ledger.get('payment_method', id);
  if (!stored) return context.ledger.put('payment_method', fromAlias(context, id, 'pm_card_', 'payment_method'));
  const spent = context.ledger
    .all('charge')
    .some((charge) => charge.payment_method === id && charge.status === 'succeeded');
  if (!spent) return stored;
  throw failure(400, {
    type: 'invalid_request_error',
    message:
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
      'connected account without Customer attachment, or was detached from a Customer. It may not be used again. ' +
      'To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  });
}

function fromAlias(context: SandboxContext, id: string, prefix: string, param: string): CardMethod {
  const card = TEST_CARDS.find(({ alias }) => id === prefix + alias);
  if (!card) {
    const kind = prefix === 'tok_' ? 'token' : 'PaymentMethod';
    throw invalidParam(param, `No such ${kind}: '${id.slice(0, 100)}'`, 'resource_missing');
  }
  return {
    id: newId('pm'),
    created: seconds(context.clock),
    type: 'card',
    alias: card.alias,
    brand: card.brand,
    last4: card.number.slice(-4),
    exp_month: 12,
    exp_year: new Date(context.clock.now()).getUTCFullYear() + 3,
    billing: { name: null, email: null, phone: null },
  };
}

function billingDetails(params: Params): BillingDetails {
  return { name: params.text('name'), email: params.text('email'), phone: params.text('phone') };
}
