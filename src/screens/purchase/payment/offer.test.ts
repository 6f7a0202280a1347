import { describe, expect, it } from 'vitest';
import type { Method, PaymentMethod } from '#src/domain/payment.ts';
import { offerOf, shownMethod } from './offer.ts';

const method = (id: Method, name: string, min_amount = 1): PaymentMethod => ({ id, name, note: '', min_amount });
const taken: readonly Method[] = ['stripe', 'stripe_secure', 'gmo', 'gmo_paypay', 'softbank_paypay', 'free'];
const namesOf = (methods: PaymentMethod[]) => offerOf(methods, taken, 2000).offered.map(({ id, name }) => [id, name]);

describe('the methods on offer', () => {
  it('take no total beyond the limits of their providers, whatever the catalogue has', () => {
    const all = [method('stripe', 'Card'), method('gmo', 'GMO'), method('softbank_paypay', 'PayPay', 300)];
    const offered = (price: number) => offerOf(all, taken, price).offered.map(({ id }) => id);
    expect(offered(49)).toEqual(['gmo']);
    expect(offered(50)).toEqual(['stripe', 'gmo']);
    expect(offered(9_999_999)).toEqual(['stripe', 'gmo', 'softbank_paypay']);
    expect(offered(10_000_000)).toEqual(['stripe']);
    expect(offered(100_000_000)).toEqual([]);
    expect(offerOf(all, taken, 100_000_000).tooSmall).toEqual([]);
  });

  it('of one name are offered as one, the first, and never named after their providers', () => {
    expect(
      namesOf([
        method('gmo_paypay', 'PayPay'),
        method('softbank_paypay', 'PayPay'),
        method('stripe_secure', 'Card'),
        method('gmo', 'Card'),
        method('stripe', 'Card'),
      ]),
    ).toEqual([
      ['gmo_paypay', 'PayPay'],
      ['stripe_secure', 'Card'],
    ]);
  });

  it('are compared only with those that the total allows', () => {
    const both = [method('stripe_secure', 'Card', 50), method('gmo', 'Card'), method('gmo_paypay', 'PayPay', 50)];
    expect(offerOf(both, taken, 40)).toEqual({
      offered: [method('gmo', 'Card')],
      tooSmall: [method('gmo_paypay', 'PayPay', 50)],
    });
  });
});

it('the last method that is left is shown as chosen, whatever was chosen', () => {
  expect(shownMethod([method('gmo_paypay', 'PayPay')], 'alipay')).toBe('gmo_paypay');
});
