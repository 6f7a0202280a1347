import { expect, it } from 'vitest';
import { guide } from '#test/paths/sample-shop.ts';
import { applyOffers, nothingChosen } from './order.logic.ts';

/** What a new list of set products changes; all else of the choice: `test/paths/properties/choosing.ts` and `ordering.ts`. */

const guides = (count: number) => ({ id: guide.uuid, name: guide.product_name, price: guide.add_cost, count });
const offered = (count: number, ...offers: object[]) =>
  applyOffers(
    { choice: { ...nothingChosen, sets: [guides(count)] } } as Parameters<typeof applyOffers>[0],
    offers.map((part) => ({ ...guide, ...part })),
  );

it.each([
  ['by the limit of one order', { max: 2 }, [guides(2)]],
  ['by the remaining stock', { remaining: 1 }, [guides(1)]],
  ['to 0 when sold out', { remaining: 0 }, [guides(0)]],
])('a set product that is reduced %s is named with its new count', (_what, part, fewer) => {
  expect(offered(3, part)).toMatchObject({ fewer, choice: { sets: fewer.filter(({ count }) => count > 0) } });
});

it('a set product that is no longer offered is named and removed', () => {
  expect(offered(1)).toMatchObject({ fewer: [guides(0)], choice: { sets: [] } });
});

it('an available set product stays, with its current name and price', () => {
  const sets = [{ ...guides(2), name: '音声ガイド', price: 700 }];
  expect(offered(2, { product_name: '音声ガイド', add_cost: 700 })).toMatchObject({ fewer: [], choice: { sets } });
});
