import { afterEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { clearFaults, setFault } from '#test/api/kit/buyer.ts';
import { audit } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import { answerBank } from './kit/pay.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';
import {
  chooseCard,
  counted,
  countHand,
  openSheet,
  visitWith,
  walletButtons,
  walletSheet,
} from './kit/wallet-sheet.ts';

/** Apple Pay, Google Pay and Link on the payment step, where they order and pay at once. */
const { shop, lane } = await openFixture();
afterEach(() => clearFaults(shop));

const toPayment = async (wallets: readonly ExpressWallet[], lang: Lang = 'en'): Promise<Visitor> => {
  const visitor = await visitWith(lane, wallets, lang);
  await walk.toPayment(visitor);
  return visitor;
};

describe.each([
  ['apple_pay', 'Apple Pay'],
  ['google_pay', 'Google Pay'],
] as const)('%s on a phone', (wallet, name) => {
  it('buys with one press on the payment step, one in its sheet, and nothing typed', async () => {
    const visitor = await toPayment([wallet]);
    const { page } = visitor;
    const charged = await lane.charges();
    await walletButtons(visitor).locator(`button[value=${wallet}]`).waitFor();
    expect((await audit(page)).violations).toEqual([]);
    await countHand(visitor);
    await openSheet(visitor, wallet);
    expect(await walletSheet(visitor).locator('#wallet').textContent()).toBe(name);
    expect(await counted(visitor)).toEqual({ taps: 1, typed: 0 });
    await chooseCard(visitor, 'visa');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });
});

describe('a wallet’s sheet', () => {
  it('shows the order’s lines and total in the visitor’s language', async () => {
    const visitor = await toPayment(['apple_pay'], 'ja');
    await openSheet(visitor, 'apple_pay');
    const lines = await walletSheet(visitor).locator('#items > div').allTextContents();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^大人.* × 1/);
    const amounts = lines.map((line) => Number(line.replace(/.*[¥￥]/, '').replace(',', '')));
    expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(amounts[2]);
    const total = await visitor.page.locator('dl').first().textContent();
    expect(total).toContain(`${lines[2]?.replace(/.*[¥￥]/, '')}円`);
    expect(await visitor.page.getByText(/キャンセル：/).isVisible()).toBe(true);
  });

  it('that is closed says so, with nothing lost or charged, and opens again', async () => {
    const visitor = await toPayment(['apple_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, '');
    const said = visitor.page.getByText(
      'The wallet was closed before the payment. Nothing was ordered and nothing was charged.',
    );
    await said.waitFor();
    expect(await visitor.state()).toBe('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('whose card is declined leads back with the reason, and a typed card pays', async () => {
    const visitor = await toPayment(['google_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'google_pay');
    await chooseCard(visitor, 'visa_chargeDeclined');
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').getByText('Nothing was charged').waitFor();
    expect(await lane.charges()).toBe(charged);
    await walk.payWith(visitor);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('whose card the bank checks asks the bank, then buys', async () => {
    const visitor = await toPayment(['google_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'google_pay');
    await chooseCard(visitor, 'authenticationRequired');
    await visitor.at('purchase.checkout.challenging');
    await visitor.page.getByText('Google Pay Visa •••• 3184').waitFor();
    await answerBank(visitor, 'complete');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('whose token cannot be made is reported to the wallet and to the visitor', async () => {
    const visitor = await toPayment(['apple_pay']);
    const charged = await lane.charges();
    await setFault(shop, { route: 'confirmation_tokens.create', fault: 'unavailable', times: 1 });
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await visitor.page.getByRole('alert').waitFor();
    expect(await walletSheet(visitor).locator('#items').count()).toBe(0);
    expect(await visitor.state()).toBe('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
  });

  it('is gone after a reload, and the purchase is where it was', async () => {
    const visitor = await toPayment(['apple_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'apple_pay');
    await visitor.page.reload();
    await visitor.at('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('confirmed just before a reload is paid once', async () => {
    const visitor = await toPayment(['apple_pay']);
    const charged = await lane.charges();
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: 'wallet', phase: 'after' });
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await visitor.at('purchase.checkout.posting');
    await visitor.page.reload();
    await clearFaults(shop);
    await fetch(`${shop.sandboxUrl}/sandbox/release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'wallet' }),
    });
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('the wallets', () => {
  it('are offered only where the device has one: otherwise nothing of them is on the page', async () => {
    const visitor = await toPayment([]);
    await visitor.card().locator('[autocomplete=cc-number]').waitFor();
    await visitor.page.locator('.express-pay').waitFor({ state: 'detached' });
    expect(await visitor.page.getByText('Before you order').count()).toBe(0);
    expect(await visitor.page.locator('dialog[open]').count()).toBe(0);
  });

  it('can be several, with the methods below them', async () => {
    const visitor = await toPayment(['apple_pay', 'link']);
    await openSheet(visitor, 'link');
    await chooseCard(visitor, '');
    await visitor.page.getByRole('status').getByText('The wallet was closed').waitFor();
    const { page } = visitor;
    const express = await page.locator('.express-pay').boundingBox();
    const methods = await page.locator('#payment-methods').boundingBox();
    expect((express?.y ?? 0) + (express?.height ?? 0)).toBeLessThanOrEqual(methods?.y ?? 0);
  });
});
