import { expect, it } from 'vitest';
import { changePrice } from './date-change.ts';

const stripe = { methods: [{ id: 'stripe_secure', min_amount: 0 }], all: ['stripe_secure'], waives: false } as const;

it.each([
  ['a dearer time without a rule', null, 0, 300, 0, null],
  ['a cheaper time', null, 0, -300, 0, 0],
  ['a cheaper time whose difference goes back, less the fee', null, 100, -300, 300, -200],
  ['a cheaper time of which less than the difference is left', null, 0, -300, 299, 0],
  ['a cheaper time of which the fee takes all', null, 300, -300, 300, 300],
  ['the difference with the fee', 'paid', 100, 300, 0, 400],
  ['less than any method takes', 'paid', 0, 49, 0, null],
] as const)('%s is the price of a change, or it is not offered', (_, difference, fee, more, refundable, price) => {
  expect(changePrice({ difference, fee, refundable }, more, stripe)?.price ?? null).toBe(price);
});

it('a price that is too small for each method is waived where the venue allows it', () => {
  const cost = changePrice({ difference: 'paid', fee: 0, refundable: 0 }, 49, { ...stripe, waives: true });
  expect(cost).toEqual({ price: 0, isCharged: false });
});
