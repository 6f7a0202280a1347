import { describe, expect, it } from 'vitest';
import { audit } from './kit/axe.ts';
import { meter } from './kit/cost.ts';
import { openFixture } from './kit/fixture.ts';
import { holdCall } from './kit/hold.ts';
import type { devices } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Set products during a purchase (docs/product.md#screen-order): those of server/catalogue/demo/catalogues/borderless.json. */
const { lane } = await openFixture();

const guides = 'Audio guide';
const more = ({ page }: Visitor, name: string) => page.getByRole('button', { name: `Add one ${name}` }).click();
const extras = ({ page }: Visitor) => page.getByRole('heading', { name: 'Extras for your visit' });

describe('set products', () => {
  it.each<[keyof typeof devices]>([['phone'], ['desktop']])(
    'are offered on a %s with few requests and no layout shift',
    async (device) => {
      const visitor = await lane.visit({ device, lang: 'en', context: { reducedMotion: 'no-preference' } });
      const costOf = await meter(visitor.page);
      await visitor.open();
      await walk.chooseDay(visitor);
      await costOf('day');
      // Set products load late; what is already shown must not move.
      const late = await holdCall(visitor, 'searchSetProducts', 'after the answer');
      await walk.chooseTime(visitor);
      await late.reached;
      // A layout shift within half a second of a click would not be counted.
      const clickedAt = await visitor.page.evaluate(() => performance.now());
      await visitor.page.waitForFunction((at) => performance.now() > at + 600, clickedAt);
      late.release();
      await extras(visitor).waitFor();
      const { requests, own } = await costOf('time');
      expect(requests.toSorted()).toEqual(['/api/v1/products/orderable_stocks', '/api/v1/setproducts/search']);
      expect(own).toBeLessThanOrEqual(0.02);
      await more(visitor, guides);
      expect((await audit(visitor.page)).violations).toEqual([]);
      expect(visitor.faults()).toEqual([]);
    },
  );
});
