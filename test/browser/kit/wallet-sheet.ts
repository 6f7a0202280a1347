import type { FrameLocator } from 'playwright-core';
import type { ExpressWallet } from '#src/domain/payment.ts';
import type { Lane } from './lane.ts';
import type { Visitor } from './visitor.ts';

/** The buttons of the express wallets and their sheet, by the sandbox's stand-in for Stripe's element. */

/** Runs in the page before the shop: the wallets of the device. */
export const withWallets = (wallets: readonly ExpressWallet[]): string =>
  `window.__wallets = ${JSON.stringify(wallets)}`;

/** A phone with these wallets. */
export const visitWith = (lane: Lane, wallets: readonly ExpressWallet[]): Promise<Visitor> =>
  lane.visit({ device: 'phone', lang: 'en', init: withWallets(wallets) });

export const walletButtons = ({ page }: Visitor): FrameLocator => page.frameLocator('.express-buttons iframe');
export const walletSheet = ({ page }: Visitor): FrameLocator => page.frameLocator('dialog[open] iframe');

/**
 * Presses a wallet's button and waits for its sheet. By the keyboard: a new screen still scrolls to its top, and Playwright cannot
 * tell that a button in another origin's frame has moved from where it clicks.
 */
export const openSheet = async (visitor: Visitor, wallet: ExpressWallet): Promise<void> => {
  const button = walletButtons(visitor).locator(`button[value=${wallet}]`);
  // a press does not wait until the frame's script shows the button
  await button.waitFor();
  await button.press('Enter');
  await walletSheet(visitor).locator('#items dd').first().waitFor();
};

/** Pays with a test card of the open sheet, by its alias; an empty one closes the sheet. */
export const chooseCard = (visitor: Visitor, alias: string): Promise<void> =>
  walletSheet(visitor).locator(`button[value="${alias}"]`).click();
