import { describe, expect, it } from 'vitest';
import { card, customer, order } from '#test/paths/answers.ts';
import { withoutPersonalData } from './order.ts';
import { holdOf, noFacts, type PurchaseFacts, withOrder, withPaymentPage } from './purchase.ts';

/** Facts of an order that walks do not show (`test/paths/`). */

const named = { ...order, customer_info: customer };
const payable = { order: named, method: 'stripe', payment: card } as const;

describe('the order of the server', () => {
  const placed = { token: 't-1', order: { ...named, seconds_left: 60 }, at: 1_000 };

  it('clears the payment when the total has changed, and says so', () => {
    const dearer = { ...placed, order: { ...named, price: named.price + 1 } };
    expect(withOrder({ ...noFacts, ...payable }, dearer)).toMatchObject({ payment: null, changed: ['total'] });
    expect(withOrder({ ...noFacts, order: named }, dearer)).toMatchObject({ payment: null, changed: [] });
  });

  it('with a visit that the venue has moved clears the payment, and says so; another visit that was chosen is none', () => {
    const moved = (time_span_id: string) => {
      const main_product = { ...named.main_product, time_span_id, reservation_to: '2026-12-01T02:45:00.000Z' };
      return { ...placed, order: { ...named, main_product } };
    };
    const now = moved(named.main_product.time_span_id);
    expect(withOrder({ ...noFacts, ...payable }, now)).toMatchObject({ payment: null, changed: ['visit'] });
    expect(withOrder({ ...noFacts, order: named }, now)).toMatchObject({ payment: null, changed: ['visit'] });
    expect(withOrder({ ...noFacts, ...payable }, moved('t9'))).toMatchObject({ changed: [] });
    expect(withPaymentPage({ ...noFacts, ...payable }, { order: now.order, method: 'stripe' })).toMatchObject({
      payment: null,
      changed: ['visit'],
    });
  });

  it('is stored after completion without personal data', () => {
    const bought = withoutPersonalData({ ...named, payment_method: 'stripe' });
    expect(bought).toEqual({ ...named, customer_info: null, payment_method: null });
  });
});

const repriced = { ...named, price: 1 };
const free = { ...named, price: 0 };
const change = { ...payable, changing: true };
it.each<[string, Partial<PurchaseFacts>, Pick<PurchaseFacts, 'order' | 'method'>, Partial<PurchaseFacts>]>([
  ['the same order', payable, { order: named, method: 'stripe' }, {}],
  ['another total', payable, { order: repriced, method: 'stripe' }, { order: repriced }],
  ['nothing to pay', payable, { order: free, method: 'free' }, { order: free, method: 'free', payment: null }],
  [
    'nothing to pay, in a change',
    change,
    { order: free, method: 'free' },
    { order: free, method: 'free', payment: null },
  ],
  [
    'an order that is no longer free',
    { ...payable, method: 'free', order: free },
    { order: named, method: null },
    { order: named, method: null, payment: null },
  ],
  [
    'a method that is not submitted',
    { order: named },
    { order: named, method: 'gmo' },
    { method: 'gmo', payment: null },
  ],
  ['another method', payable, { order: named, method: 'gmo' }, { method: 'gmo', payment: null }],
  ['another method, in a change', change, { order: named, method: 'gmo' }, {}],
])('the payment page with %s', (_, known, now, part) => {
  expect(withPaymentPage({ ...noFacts, ...known }, now)).toEqual(part);
});

it('a hold ends with the order, and can be taken again when it has ended', () => {
  expect(
    holdOf({ ...noFacts, token: 't-1', expiresAt: 5, order: { ...order, status: 'expired', extensions_left: 3 } }),
  ).toEqual({ token: 't-1', expiresAt: 5, extensionsLeft: 3, lastAdmission: null, ended: true });
});
