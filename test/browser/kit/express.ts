import type { FrameLocator } from 'playwright-core';
import type { Lang } from '#src/domain/lang.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import type { Lane } from './lane.ts';
import type { Visitor } from './visitor.ts';

/** Express wallets, through the sandbox's stand-in for Stripe's element. */

/** A phone with these wallets. */
export const visitWith = (lane: Lane, wallets: readonly ExpressWallet[], lang: Lang = 'en'): Promise<Visitor> =>
  lane.visit({ device: 'phone', lang, init: `window.__wallets = ${JSON.stringify(wallets)}` });

export const buttons = ({ page }: Visitor): FrameLocator => page.frameLocator('.express-buttons iframe');
export const sheet = ({ page }: Visitor): FrameLocator => page.frameLocator('dialog[open] iframe');

export const openSheet = async (visitor: Visitor, wallet: ExpressWallet): Promise<void> => {
  await buttons(visitor).locator(`button[value=${wallet}]`).click();
  await sheet(visitor).locator('#items dd').first().waitFor();
};

/** Ends the sheet by a test card; '' closes it. */
export const choose = (visitor: Visitor, alias: string): Promise<void> =>
  sheet(visitor).locator(`button[value="${alias}"]`).click();

/** Counts presses and typed characters of the visitor, in the page and its frames. */
const count = `
  window.__hand = { taps: 0, typed: 0 };
  addEventListener('pointerdown', () => { window.__hand.taps += 1; }, true);
  addEventListener('input', () => { window.__hand.typed += 1; }, true);`;
/** What was pressed and typed since `countHand`. */
export const counted = async ({ page }: Visitor) => {
  const sum = { taps: 0, typed: 0 };
  for (const frame of page.frames()) {
    const { taps, typed } = await frame.evaluate(() => Reflect.get(window, '__hand') ?? { taps: 0, typed: 0 });
    sum.taps += taps;
    sum.typed += typed;
  }
  return sum;
};

export const countHand = async ({ page }: Visitor): Promise<void> => {
  for (const frame of page.frames()) await frame.evaluate(count);
};
