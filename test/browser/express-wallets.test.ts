import { afterEach, expect, it } from 'vitest';
import { clearFaults, setFault } from '#test/api/kit/buyer.ts';
import { audit } from './kit/auditors.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';
import { chooseCard, openSheet, visitWith, walletButtons, walletSheet } from './kit/wallet-sheet.ts';

/** Apple Pay, Google Pay and Link: beside the customer's form, which they fill in, and on the payment step, where they pay at once. */
const { shop, lane } = await openFixture();
afterEach(() => clearFaults(shop));

/** Opens the sheet and pays in it with a card, or closes it. */
const answer = async (visitor: Visitor, card = ''): Promise<void> => {
  await openSheet(visitor, 'google_pay');
  await chooseCard(visitor, card);
};

const owner = { fullname: 'Hanako Yamada', email: 'hanako@example.com', phone: '+81 90-1234-5678' };
const filled = { ...owner, email_confirm: owner.email };
const expectFilled = async ({ field }: Visitor): Promise<void> => {
  for (const [name, value] of Object.entries(filled)) expect(await field(name).inputValue(), name).toBe(value);
};
const ready = ({ page }: Visitor) => page.locator('.notice-box').getByText('is ready to pay');

it('a wallet that is closed, whose token cannot be made, or whose card is declined says so; another card pays', async () => {
  const visitor = await visitWith(lane, ['google_pay']);
  await walk.toPayment(visitor);
  const charged = await lane.charges();
  await answer(visitor);
  await visitor.page.getByRole('status').getByText('You came back without paying').waitFor();
  await setFault(shop, { route: 'confirmation_tokens.create', fault: 'unavailable', times: 1 });
  await answer(visitor, 'visa');
  await visitor.page.getByRole('alert').first().waitFor();
  expect(await walletSheet(visitor).locator('#items').count()).toBe(0);
  await answer(visitor, 'visa_chargeDeclined');
  await visitor.page.getByRole('alert').getByText('Nothing was charged').waitFor();
  await visitor.at('purchase.payment.choosing');
  expect(await lane.charges()).toBe(charged);
  await answer(visitor, 'visa');
  await visitor.at('purchase.complete');
  expect(await lane.charges()).toBe(charged + 1);
});

it('a wallet beside the customer’s form fills it in, also for a reload and another language, and pays on the last page; nothing is typed', async () => {
  const visitor = await visitWith(lane, ['link']);
  await walk.toSignIn(visitor);
  const { page } = visitor;
  const charged = await lane.charges();
  const button = walletButtons(visitor).locator('button[value=link]');
  await button.waitFor();
  expect(await button.textContent()).toMatch(/^Check out with /);
  await openSheet(visitor, 'link');
  expect(await walletSheet(visitor).locator('#owner').textContent()).toBe(Object.values(owner).join(' · '));
  await chooseCard(visitor, 'visa');
  await ready(visitor).waitFor();
  expect((await audit(page)).violations).toEqual([]);
  await expectFilled(visitor);
  // The filled fields are in view, below the notice that has the focus.
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('notice-box');
  await walk.untilStill(page);
  const isInView = (node: Element) =>
    node.getBoundingClientRect().top >= 0 && node.getBoundingClientRect().bottom <= innerHeight;
  for (const name of ['fullname', 'email']) expect(await visitor.field(name).evaluate(isInView)).toBe(true);

  await page.reload();
  await ready(visitor).waitFor();
  await visitor.control('language.choose').selectOption('ja');
  await page.locator('.notice-box').getByText('お客様情報を入力しました').waitFor();
  await expectFilled(visitor);
  expect(await lane.charges()).toBe(charged);
  await visitor.clickTo('customer.submit', 'purchase.confirm');
  await visitor.clickTo('checkout.submit', 'purchase.complete');
  expect(await lane.charges()).toBe(charged + 1);
  expect(visitor.faults()).toEqual([]);
});
