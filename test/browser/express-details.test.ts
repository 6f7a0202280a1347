import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { clearFaults, setFault } from '#test/api/kit/buyer.ts';
import { untilStill } from '#test/tools/effort/measure.ts';
import { audit } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
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

/** Apple Pay, Google Pay and Link on the step of the customer's details, which they fill in. */
const { shop, lane } = await openFixture();
afterEach(() => clearFaults(shop));

const toDetails = async (wallets: readonly ExpressWallet[]): Promise<Visitor> => {
  const visitor = await visitWith(lane, wallets);
  await walk.toSignIn(visitor);
  return visitor;
};

const owner = { fullname: 'Hanako Yamada', email: 'hanako@example.com', phone: '+81 90-1234-5678' };
const shown = async ({ field }: Visitor): Promise<Record<keyof typeof owner | 'email_confirm', string>> => ({
  fullname: await field('fullname').inputValue(),
  email: await field('email').inputValue(),
  email_confirm: await field('email_confirm').inputValue(),
  phone: await field('phone').inputValue(),
});
const filled = { ...owner, email_confirm: owner.email };
const isInView = (field: Locator): Promise<boolean> =>
  field.evaluate((node) => node.getBoundingClientRect().top >= 0 && node.getBoundingClientRect().bottom <= innerHeight);
const ready = ({ page }: Visitor) => page.locator('.notice-box').getByText('is ready to pay');

describe('a wallet beside the customer’s form', () => {
  it.each(['apple_pay', 'google_pay', 'link'] as const)('%s fills it in, and pays on the last page', async (wallet) => {
    const visitor = await toDetails([wallet]);
    const { page } = visitor;
    const charged = await lane.charges();
    const button = walletButtons(visitor).locator(`button[value=${wallet}]`);
    await button.waitFor();
    expect(await button.textContent()).toMatch(/^Check out with /);
    expect((await audit(page)).violations).toEqual([]);
    await countHand(visitor);
    await openSheet(visitor, wallet);
    expect(await walletSheet(visitor).locator('#owner').textContent()).toBe(Object.values(owner).join(' · '));
    await chooseCard(visitor, 'visa');
    await ready(visitor).waitFor();
    expect((await audit(page)).violations).toEqual([]);
    expect(await shown(visitor)).toEqual(filled);
    // What was filled in is in view, below the notice that has the focus.
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('notice-box');
    await untilStill(page);
    for (const name of ['fullname', 'email']) expect(await isInView(visitor.field(name))).toBe(true);
    expect(await lane.charges()).toBe(charged);
    await visitor.click('customer.submit');
    await visitor.at('purchase.confirm');
    await page.getByText('Visa •••• 4242').waitFor();
    expect(await lane.charges()).toBe(charged);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(await counted(visitor)).toMatchObject({ typed: 0 });
    expect(visitor.faults()).toEqual([]);
  });

  it('that is closed says so; its button is free again, and the form can be filled in by hand', async () => {
    const visitor = await toDetails(['apple_pay']);
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, '');
    await visitor.page.getByRole('status').getByText('The wallet was closed').waitFor();
    expect(await visitor.state()).toBe('purchase.sign-in.editing');
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, '');
    await walk.fillCustomer(visitor);
    await visitor.click('customer.submit');
    await visitor.at('purchase.payment.choosing');
  });

  it('whose token cannot be made says so, with nothing filled in or charged', async () => {
    const visitor = await toDetails(['apple_pay']);
    const charged = await lane.charges();
    await setFault(shop, { route: 'confirmation_tokens.create', fault: 'unavailable', times: 1 });
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await visitor.page.getByRole('alert').getByText('The wallet could not be used').waitFor();
    expect(await visitor.field('fullname').inputValue()).toBe('');
    expect(await lane.charges()).toBe(charged);
  });

  it('whose card is declined leads from the last page to the payment step, where another one pays', async () => {
    const visitor = await toDetails(['google_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'google_pay');
    await chooseCard(visitor, 'visa_chargeDeclined');
    await ready(visitor).waitFor();
    await visitor.click('customer.submit');
    await visitor.at('purchase.confirm');
    await visitor.click('checkout.submit');
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').getByText('Nothing was charged').waitFor();
    expect(await lane.charges()).toBe(charged);
    await openSheet(visitor, 'google_pay');
    await chooseCard(visitor, 'visa');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('is still agreed after a reload and in another language', async () => {
    const visitor = await toDetails(['apple_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await ready(visitor).waitFor();
    await visitor.page.reload();
    await ready(visitor).waitFor();
    expect(await shown(visitor)).toEqual(filled);
    await visitor.control('language.choose').selectOption('ja');
    await visitor.page.locator('.notice-box').getByText('お客様情報を入力しました').waitFor();
    expect(await shown(visitor)).toEqual(filled);
    await visitor.click('customer.submit');
    await visitor.at('purchase.confirm');
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('pays no other total: after more tickets the sheet is asked again', async () => {
    const visitor = await toDetails(['apple_pay']);
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await ready(visitor).waitFor();
    await visitor.click('step.back');
    await visitor.at('purchase.order.choosing');
    await visitor.fill('admission-adult', '2');
    await visitor.click('order.submit');
    await visitor.at('purchase.sign-in.editing');
    await walletButtons(visitor).locator('button[value=apple_pay]').waitFor();
    expect(await ready(visitor).count()).toBe(0);
    expect(await shown(visitor)).toEqual(filled);
    await visitor.click('customer.submit');
    await visitor.at('purchase.payment.choosing');
  });

  it('is asked anew once a coupon has changed the total', async () => {
    const visitor = await toDetails(['apple_pay']);
    const charged = await lane.charges();
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await ready(visitor).waitFor();
    await visitor.click('customer.submit');
    await visitor.at('purchase.confirm');
    await visitor.click('step.change', 'payment');
    await visitor.at('purchase.payment.choosing');
    await visitor.fill('coupon', 'LIGHT500');
    await visitor.click('coupon.apply');
    await visitor.control('coupon.remove').waitFor();
    await openSheet(visitor, 'apple_pay');
    await chooseCard(visitor, 'visa');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('is not offered once a payment was chosen', async () => {
    const visitor = await toDetails(['apple_pay']);
    await walk.fillCustomer(visitor);
    await visitor.click('customer.submit');
    await visitor.at('purchase.payment.choosing');
    await walk.payWith(visitor);
    await visitor.click('step.change', 'sign-in');
    await visitor.at('purchase.sign-in.editing');
    expect(await visitor.page.locator('.express-pay').count()).toBe(0);
  });
});
