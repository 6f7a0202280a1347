import { describe, expect, it } from 'vitest';
import { openShop } from './open-page.tsx';
import { at, does, type Part, reply } from './path.ts';
import { walkOnCharts, walkOnScreens } from './path-grounds.ts';
import { days, kept, months } from './sample-shop.ts';

/** A path that the charts no longer allow fails with the step and what is possible instead. */

const begin: readonly Part[] = [
  at('purchase.order.choosing'),
  does('product.choose', { product: kept, month: months[0] }),
  reply('search', { days: days(months[0]), slots: null }),
];

describe.each([
  ['the bare charts', walkOnCharts],
  ['the screens', walkOnScreens],
] as const)('a path on %s', (_, walk) => {
  openShop('en');

  it('that asks for a state it does not come to', async () => {
    const walked = walk([...begin, at('purchase.payment.choosing')]);
    await expect(walked).rejects.toThrow(
      /step 4, at "purchase\.payment\.choosing", in "purchase\.order\.choosing": it stands in "purchase\.order\.choosing"\nPossible instead:\n[\s\S]*day\.choose → searching/,
    );
  });

  it('that does what cannot be done there', async () => {
    const walked = walk([...begin, does('customer.submit', { customer: {} })]);
    await expect(walked).rejects.toThrow(
      /step 4, does "customer\.submit", in[\s\S]*Possible instead:\n[\s\S]*order\.submit/,
    );
  });

  it('that waits for an answer nobody was asked for', async () => {
    const walked = walk([...begin, reply('placeOrder')]);
    await expect(walked).rejects.toThrow(/step 4, reply of "placeOrder", in[\s\S]*nobody waits at placeOrder/);
  });
});
