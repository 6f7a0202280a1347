import { describe, expect, it } from 'vitest';
import { finish, type Moment, reach } from './kit/disturb.ts';
import { openFixture } from './kit/fixture.ts';
import { readOrderLedger } from './kit/ledger.ts';
import { fillMethod, toConfirm } from './kit/pay.ts';
import { openScene, type Scene } from './kit/scene.ts';

/** One order in two tabs: the first notices that the second has bought the tickets (in two browsers: in-app.test.ts). */
const { shop, lane } = await openFixture();

const expectBought = async ({ visitor, order }: Scene) => {
  await visitor.at('purchase.complete');
  expect(visitor.hash()).not.toContain('r=');
  expect(await readOrderLedger(shop, order.id)).toEqual({ charges: 1, captured: order.price, refunded: 0 });
};
const numberIn = ({ visitor }: Scene) => visitor.page.locator('.reservation .number').textContent();
const linksTo = ({ visitor }: Scene, key: string) => visitor.control(`page.requested.${key}`).count();

/** The payment was made in this browser, so every tab of it has the ticket, whichever saw the result first. */
const expectTicket = async (scene: Scene) => {
  await expectBought(scene);
  expect(await numberIn(scene)).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  expect(await linksTo(scene, 'ticket')).toBe(1);
};

describe('the first tab', () => {
  it.each<Moment>(['asking', 'waiting'])('while it is %s continues by itself', async (moment) => {
    const scene = await openScene({ shop, lane }, 'stripe_secure', 'en');
    const release = await reach[moment](scene);
    await finish(await scene.visitor.twin(), scene.method);
    release();
    await expectTicket(scene);
  });

  it('on the confirmation page shows the tickets by itself, without the pay button', async () => {
    const scene = await openScene({ shop, lane }, 'stripe_secure', 'ja');
    await fillMethod(scene.visitor, scene.method);
    await toConfirm(scene.visitor);
    await finish(await scene.visitor.twin(), scene.method);
    await expectTicket(scene);
    expect(await scene.visitor.control('checkout.submit').count()).toBe(0);
  });

  it('on the payment step shows the tickets instead of a second payment', async () => {
    const scene = await openScene({ shop, lane }, 'stripe_secure', 'ja');
    await finish(await scene.visitor.twin(), scene.method);
    await expectTicket(scene);
  });
});
