import type { Method } from '#src/domain/payment.ts';
import { cutCall, holdCall } from './hold.ts';
import { answerBank, answerPage, fillMethod, payBy, toConfirm } from './pay.ts';
import { catchWay } from './returns.ts';
import type { Scene } from './scene.ts';
import type { Visitor } from './visitor.ts';

/**
 * Where a checkout is disturbed: the steps before it, its states (`redirecting` ends at once; `away` is seen when the visitor stops
 * the provider's page from loading), and the provider's page.
 */
export type Moment =
  | 'choosing'
  | 'reviewing'
  | 'posting'
  | 'challenging'
  | 'confirming'
  | 'asking'
  | 'waiting'
  | 'away'
  | 'at the provider';

type Reach = (scene: Scene) => Promise<() => void>;

const nothing = () => undefined;
/** GMO redirects to the bank only with a card that needs an identity check. */
const cardOf = ({ method }: Scene) => (method === 'gmo' ? 'challenged' : 'good');

/** Brings the checkout to the state and keeps it there until the result is called. */
export const reach: Record<Moment, Reach> = {
  choosing: async () => nothing,
  reviewing: async ({ visitor, method }) => {
    await fillMethod(visitor, method);
    await toConfirm(visitor);
    return nothing;
  },
  posting: async (scene) => {
    const paused = await holdCall(scene.visitor, 'checkout', 'in flight');
    await scene.pay();
    await paused.reached;
    return paused.release;
  },
  challenging: async (scene) => {
    await scene.pay('challenged');
    await scene.waitForPrompt();
    return nothing;
  },
  confirming: async (scene) => {
    const paused = await holdCall(scene.visitor, 'confirmCheckout', 'in flight');
    await scene.pay('challenged');
    await answerBank(scene.visitor, 'complete');
    await paused.reached;
    return paused.release;
  },
  asking: async (scene) => {
    await cutCall(scene.visitor, 'checkout', 'after the answer');
    const paused = await holdCall(scene.visitor, 'getOrder', 'in flight');
    await scene.pay();
    await paused.reached;
    return paused.release;
  },
  waiting: async (scene) => {
    await cutCall(scene.visitor, 'checkout', 'after the answer');
    await scene.pay();
    await scene.visitor.at('purchase.checkout.waiting');
    return nothing;
  },
  away: async (scene) => {
    const { caught } = await catchWay(scene.visitor, scene.shop.sandbox.url);
    await scene.pay(cardOf(scene));
    await caught;
    await scene.visitor.at('purchase.checkout.away');
    return nothing;
  },
  'at the provider': async (scene) => {
    await scene.pay(cardOf(scene));
    await scene.waitForPrompt();
    return nothing;
  },
};

/** Goes on from any state, with whatever the page offers, until the tickets are bought. Throws if it does not end. */
export const finish = async (visitor: Visitor, method: Method): Promise<void> => {
  const { page, click, state } = visitor;
  const left = (now: string) => page.locator(`html[data-state="${now}"]`).waitFor({ state: 'detached' });
  const orLeft = (press: Promise<void>, now: string) => Promise.race([press.catch(() => undefined), left(now)]);
  const steps: Record<string, () => Promise<void>> = {
    'purchase.payment.choosing': () => payBy(visitor, method),
    'purchase.confirm': () => click('checkout.submit'),
    // the disturbance may have answered the bank, or another tab have paid: the page then goes on by itself
    'purchase.checkout.challenging': () => orLeft(answerBank(visitor, 'complete'), 'purchase.checkout.challenging'),
    'purchase.checkout.away': () => orLeft(click('checkout.ask'), 'purchase.checkout.away'),
  };
  const offers = page.locator('button[name=press]').first();
  const stops = [...Object.keys(steps), 'purchase.complete'].map((one) => `html[data-state="${one}"]`).join();
  /** The order was paid in another tab, so the provider's page has no buttons left. */
  const over = page.locator('main:has(.mark):not(:has(button))');
  for (let step = 0; step < 8; step += 1) {
    await page.locator(stops).or(offers).or(over).first().waitFor();
    if (await over.isVisible()) await page.goBack();
    else if (await offers.isVisible()) await answerPage(visitor, method === 'gmo' ? 'Y' : 'success');
    else {
      const now = await state();
      if (now === 'purchase.complete') return;
      await steps[now]?.();
      // A completed step must not be clicked again while its button is disappearing.
      await left(now);
    }
  }
  throw new Error(`${page.url()} is reached again and again.`);
};

/** A control that the visitor can click in that state, or null. */
const buttonAt = ({ visitor: { page, primary } }: Scene, moment: Moment) => {
  if (moment === 'challenging') return page.frameLocator('dialog[open] iframe').locator('button[value=complete]');
  return moment === 'at the provider' ? page.locator('button[name=press]').first() : primary();
};

/** Disturbances of a checkout in a state; `release` releases what keeps it there. */
export const disturbances: Record<string, (scene: Scene, moment: Moment, release: () => void) => Promise<void>> = {
  reload: async ({ visitor }, _, release) => {
    await visitor.page.reload();
    release();
  },
  Back: async ({ visitor: { page } }, _, release) => {
    await page.evaluate(() => history.back());
    release();
  },
  'fast taps': async (scene, moment, release) => {
    await buttonAt(scene, moment).evaluate((button: HTMLElement) => {
      for (let tap = 0; tap < 10; tap += 1) button.click();
    });
    release();
  },
  'a second tab': async ({ visitor, method }, moment, release) => {
    await finish(await visitor.twin(), method);
    release();
    // where nothing but the visitor is waited for, the page notices by itself
    if (['choosing', 'reviewing', 'asking', 'waiting'].includes(moment)) await visitor.at('purchase.complete');
  },
  'a lost connection': async ({ visitor: { page } }, _, release) => {
    await page.context().setOffline(true);
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
    await page.context().setOffline(false);
    // an answer may lead to the provider's page, which needs the connection
    release();
  },
};
