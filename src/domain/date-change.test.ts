import { expect, it } from 'vitest';
import { changePrice } from './date-change.ts';

const stripe = { methods: [{ id: 'stripe_secure', min_amount: 0 }], all: ['stripe_secure'], waives: false } as const;

it.each([
  ['a dearer time without a rule', null, 0, 300, null],
  ['a cheaper time', null, 0, -300, 0],
  ['the difference with the fee', 'paid', 100, 300, 400],
  ['less than any method takes', 'paid', 0, 49, null],
] as const)('%s is the price of a change, or it is not offered', (_, difference, fee, more, price) => {
  expect(changePrice({ difference, fee }, more, stripe)?.price ?? null).toBe(price);
});

it('that no method takes is waived where the venue allows it', () => {
  const cost = changePrice({ difference: 'paid', fee: 0 }, 49, { ...stripe, waives: true });
  expect(cost).toEqual({ price: 0, isCharged: false });
});
