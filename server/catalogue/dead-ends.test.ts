import { expect, it } from 'vitest';
import { deadEnds, type Sold } from './dead-ends.ts';

const option = { id: 'adult', add_cost: 280, max: 4, needs: [] };
const products = [{ uuid: 'day', min_quantity: 1, max_quantity: 10, options: [option] }];
const payment_methods = [
  { id: 'stripe_secure', min_amount: 0 },
  { id: 'free', min_amount: 0 },
] as const;
const taken = { methods: ['stripe_secure', 'free'], waivesRest: false } as const;
const coupon: Sold['coupons'][number] = { code: 'LESS', kind: 'fixed', amount: 520, channel: 'web', scopes: [] };

it('names a coupon that no method takes at a larger number of tickets only', () => {
  const faults = deadEnds({ payment_methods, products, coupons: [coupon] }, taken).filter((text) =>
    text.includes('LESS'),
  );
  expect(faults).toEqual(['coupons: LESS leaves ¥40 of ¥560, which no payment method takes: it is refused there']);
});

it('says nothing about numbers that cannot be ordered', () => {
  const one = [{ uuid: 'day', min_quantity: 1, max_quantity: 10, options: [{ ...option, max: 1 }] }];
  const faults = deadEnds({ payment_methods, products: one, coupons: [coupon] }, taken);
  expect(faults.filter((text) => text.includes('LESS'))).toEqual([]);
});

it('names an option that no method takes', () => {
  const free = [{ uuid: 'day', min_quantity: 1, max_quantity: 10, options: [{ ...option, add_cost: 0 }] }];
  const methods = { methods: ['stripe_secure'], waivesRest: false } as const;
  expect(deadEnds({ payment_methods, products: free, coupons: [] }, methods)).toContain(
    'products: day: an order of adult alone is ¥0, which needs the method free',
  );
});

it('counts what an option needs with it', () => {
  const free = { ...option, id: 'child', add_cost: 0, needs: ['adult'] };
  const methods = { methods: ['stripe_secure'], waivesRest: false } as const;
  const faults = (add_cost: number) => {
    const options = [{ ...option, add_cost }, free];
    return deadEnds({ payment_methods, products: [{ ...products[0], options }], coupons: [] } as Sold, methods);
  };
  expect(faults(280).filter((text) => text.includes('child'))).toEqual([]);
  expect(faults(10)).toContain(
    'products: day: an order of child with what it needs is ¥10, which no payment method takes',
  );
});
