import { describe, expect, it } from 'vitest';
import { card, completion, customer, order } from '#test/paths/answers.ts';
import { endingOf, isLive, withoutPersonalData } from './order.ts';
import { checkoutOf, mayShow, noFacts, type PurchaseFacts } from './purchase.ts';
import { holdOf, withOrder, withPaymentPage } from './purchase-order.ts';

const named = { ...order, customer_info: customer };
const facts = (part: Partial<PurchaseFacts> = {}, onlyMail = false) => ({
  ...noFacts,
  site: { code: 'borderless', mailConfirm: false, onlyMail } as const,
  ...part,
});
const payable = { order: named, method: 'stripe', payment: card } as const;

describe('the steps of a purchase that may be shown', () => {
  const shown = (part: Partial<PurchaseFacts>, onlyMail = false) =>
    Object.entries(mayShow).flatMap(([step, may]) => (may(facts(part, onlyMail)) ? [step] : []));
  it.each<[string, Partial<PurchaseFacts>, boolean, string[]]>([
    ['nothing has happened', {}, false, ['order']],
    ['nothing has happened on an invitation-only site', {}, true, []],
    ['seats are held', { order: { ...order, customer_info: null } }, false, ['order', 'sign-in']],
    ['the mail was sent', { order: named, sentTo: 'a@b' }, false, ['order', 'sign-in', 'sended-mail', 'payment']],
    ['it can be paid', payable, false, ['order', 'sign-in', 'payment', 'confirm']],
    ['it can be paid on an invitation-only site', payable, true, ['payment', 'confirm']],
    ['it is paid', { ...payable, sentTo: 'a@b', completion }, false, ['order', 'complete']],
  ])('when %s', (_, part, onlyMail, steps) => {
    expect(shown(part, onlyMail)).toEqual(steps);
  });
});

describe('the order of the server', () => {
  const placed = { token: 't-1', order: { ...named, seconds_left: 60 }, at: 1_000 };

  it('sets the deadline by the clock of this device, and the customer', () => {
    expect(withOrder(noFacts, placed)).toMatchObject({ token: 't-1', expiresAt: 61_000, customer, changed: [] });
  });

  it('keeps the payment while the total stays', () => {
    expect(withOrder({ ...noFacts, ...payable }, placed)).not.toHaveProperty('payment');
  });

  it('clears the payment when the total has changed, and says so', () => {
    const dearer = { ...placed, order: { ...named, price: named.price + 1 } };
    expect(withOrder({ ...noFacts, ...payable }, dearer)).toMatchObject({ payment: null, changed: ['total'] });
    expect(withOrder({ ...noFacts, order: named }, dearer)).toMatchObject({ payment: null, changed: [] });
  });

  it.each([
    ['paid', false, 'session_timeout'],
    ['open', true, 'session_timeout'],
    ['expired', true, 'session_timeout'],
    ['cancelled', false, 'order_closed'],
    ['refunded', false, 'payment_refunded'],
  ] as const)('with status %s', (status, live, code) => {
    expect(isLive({ ...order, status })).toBe(live);
    expect(endingOf({ ...order, status })).toEqual({ code, unknown: false });
  });

  it('is stored after completion without personal data', () => {
    const bought = withoutPersonalData({ ...named, payment_method: 'stripe' });
    expect(bought).toEqual({ ...named, customer_info: null, payment_method: null });
  });
});

describe('the payment page', () => {
  const dearer = { ...named, price: 1 };
  const free = { ...named, price: 0 };
  const change = { ...payable, changing: true };
  it.each<[string, Partial<PurchaseFacts>, Pick<PurchaseFacts, 'order' | 'method'>, Partial<PurchaseFacts>]>([
    ['the same order', payable, { order: named, method: 'stripe' }, {}],
    ['another total', payable, { order: dearer, method: 'stripe' }, { order: dearer }],
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
  ])('with %s', (_, known, now, part) => {
    expect(withPaymentPage({ ...noFacts, ...known }, now)).toEqual(part);
  });
});

describe('the inputs of children', () => {
  it('a hold ends with the order, and can be taken again when it has ended', () => {
    expect(
      holdOf({ ...noFacts, token: 't-1', expiresAt: 5, order: { ...order, status: 'expired', extensions_left: 3 } }),
    ).toEqual({ token: 't-1', expiresAt: 5, extensionsLeft: 3, ended: true });
  });

  it('a payment has the total that is shown', () => {
    const { method, payment } = payable;
    expect(checkoutOf({ ...noFacts, ...payable, token: 't-1', lang: 'ja' })).toEqual({
      token: 't-1',
      lang: 'ja',
      price: named.price,
      method,
      payment,
      r: null,
    });
  });
});
