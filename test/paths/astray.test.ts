import { describe, expect, it } from 'vitest';
import { openShop } from './open-page.tsx';
import { at, does, fails, type Part, reply } from './path.ts';
import { walkOnCharts, walkOnScreens } from './path-targets.ts';
import { days, firstChoice, months } from './sample-shop.ts';

/** A path that the charts no longer allow fails with the step and what is possible instead. */

const begin: readonly Part[] = [
  at('purchase.order.choosing'),
  does('product.choose', firstChoice),
  reply('search', { days: days(months[0]), slots: null }),
];

describe.each([
  ['the charts alone', walkOnCharts],
  ['the screens', walkOnScreens],
] as const)('a path on %s', (_, walk) => {
  openShop('en');

  it('fails if it expects another state', async () => {
    const walked = walk([...begin, at('purchase.payment.choosing')]);
    await expect(walked).rejects.toThrow(
      /step 4, at "purchase\.payment\.choosing", in "purchase\.order\.choosing": the state is "purchase\.order\.choosing"\nPossible instead:\n[\s\S]*day\.choose → searching/,
    );
  });

  it('fails if it sends an event that is not possible', async () => {
    const walked = walk([...begin, does('customer.submit', { customer: {} })]);
    await expect(walked).rejects.toThrow(
      /step 4, does "customer\.submit", in[\s\S]*Possible instead:\n[\s\S]*order\.submit/,
    );
  });

  it('fails if it awaits a reply without a request', async () => {
    const walked = walk([...begin, reply('placeOrder')]);
    await expect(walked).rejects.toThrow(/step 4, reply of "placeOrder", in[\s\S]*no actor is pending at placeOrder/);
    const refused = walk([...begin, fails('placeOrder', 'bad_request')]);
    await expect(refused).rejects.toThrow(/step 4, "placeOrder" fails with bad_request, in[\s\S]*no actor is pending/);
  });
});
