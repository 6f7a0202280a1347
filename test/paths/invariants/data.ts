import { expect } from 'vitest';
import { nothingChosen } from '#machines/order/order.logic.ts';
import { effectOf, failureOf } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import type { Seen, WalkStep } from './seen.ts';

/**
 * Events that only show something else: choices, typed text and consent stay (docs/architecture.md#address,
 * docs/charts.md#input).
 */
const harmless = [
  'step.back',
  'step.change',
  'mail.correct',
  'mail.resend',
  'language.choose',
  'hold.extend',
  'page.requested',
  'dialog.cancel',
  'dialog.dismiss',
  'toast.show',
];
/** What a visitor would have to choose or type again. */
const precious = ['choice', 'customer', 'drafts', 'fields', 'parts', 'transfer', 'token', 'method', 'payment', 'way'];

const pick = (context: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(context).filter(([name]) => precious.includes(name)));

const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && 'main_product' in value && 'price' in value;
const orderIn = (output: unknown): Order | null => {
  if (typeof output !== 'object' || output === null) return null;
  if ('order' in output && isOrder(output.order)) return output.order;
  return isOrder(output) ? output : null;
};

/** The purchase holds the order of the server's last response. */
const orderReplies = /^xstate\.done\.actor\.(placeOrder|readOrder|putCustomer|applyCoupon|removeCoupon)$/;

/**
 * What must exist before a screen is shown, and what must be gone behind others (docs/product.md#purchase-flow,
 * docs/product.md#completion, docs/architecture.md#storage).
 */
const expectFit = ({ purchase }: Seen): void => {
  if (!purchase) return;
  const { context } = purchase;
  const { choice, token, order, drafts, customer, method, payment, completion } = context;
  if (purchase.matches('sign-in')) expect(order, 'sign-in has an order').not.toBeNull();
  if (purchase.matches('payment')) expect(customer, 'payment has a customer').not.toBeNull();
  if (purchase.matches('confirm')) {
    const lacking = Object.entries({ order, customer, method, payment }).filter(([, value]) => value === null);
    expect(lacking, 'confirm lacks').toEqual([]);
  }
  if (completion === null) return;
  expect({ choice, token, drafts, customer, method, payment }, 'context after a completed purchase').toEqual({
    choice: nothingChosen,
    token: null,
    drafts: {},
    customer: null,
    method: null,
    payment: null,
  });
};

/** Checks over one walk that the visitor's input and the server's data are kept. */
export const watchData = (first: Seen) => {
  let before = first;
  let latestOrder: Order | null = null;
  return ({ event }: WalkStep, now: Seen): void => {
    const old = before;
    before = now;
    if (orderReplies.test(event.type) && 'output' in event) latestOrder = orderIn(event.output) ?? latestOrder;
    expectFit(now);
    if (harmless.includes(event.type) && old.purchase?.context.completion === null)
      expect(pick(now.purchase?.context ?? {}), `${event.type} preserves the input`).toEqual(
        pick(old.purchase.context),
      );
    if (harmless.includes(event.type) && old.actor === now.actor)
      expect(pick(now.context), `${event.type} preserves the input`).toEqual(pick(old.context));
    if (/^xstate\.done\.actor\.(putCustomer|readOrder)$/.test(event.type) && now.purchase?.context.token)
      expect(now.purchase.context.order, 'the order of the last response').toEqual(latestOrder);
    if (event.type === 'xstate.done.actor.checkout')
      expect(now.purchase?.context.payment ?? null, 'a payment token is used once').toBeNull();
    const isInPurchase = 'error' in event && event.type.startsWith('xstate.error.');
    if (isInPurchase && effectOf(failureOf(event.error)) === 'reset' && old.state.startsWith('purchase.')) {
      const { token, customer } = now.purchase?.context ?? {};
      expect({ token, customer, screen: now.screen }, 'the expired order resets the purchase').toEqual({
        token: null,
        customer: null,
        screen: now.purchase?.context.site.onlyMail ? 'error' : 'order',
      });
    }
  };
};
