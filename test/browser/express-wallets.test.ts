import { afterEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { clearFaults, setFault } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { audit } from './kit/axe.ts';
import { untilStill } from './kit/bars.ts';
import { openFixture } from './kit/fixture.ts';
import { answerBank } from './kit/pay.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';
import { chooseCard, openSheet, visitWith, walletButtons, walletSheet } from './kit/wallet-sheet.ts';

/** Apple Pay, Google Pay and Link: beside the customer's form, which they fill in, and on the payment step, where they pay at once. */
const { shop, lane } = await openFixture();
afterEach(() => clearFaults(shop));

const opened =
  (step: (visitor: Visitor) => Promise<unknown>) =>
  async (wallets: readonly ExpressWallet[], lang: Lang = 'en'): Promise<Visitor> => {
    const visitor = await visitWith(lane, wallets, lang);
    await step(visitor);
    return visitor;
  };
const toDetails = opened(walk.toSignIn);
const toPayment = opened(walk.toPayment);

/** Opens the sheet and pays in it with a card, or closes it. */
const answer = async (visitor: Visitor, card = '', wallet: ExpressWallet = 'apple_pay'): Promise<void> => {
  await openSheet(visitor, wallet);
  await chooseCard(visitor, card);
};
const pay = async (visitor: Visitor): Promise<void> => {
  await visitor.click('customer.submit');
  await visitor.at('purchase.confirm');
  await visitor.click('checkout.submit');
};

const owner = { fullname: 'Hanako Yamada', email: 'hanako@example.com', phone: '+81 90-1234-5678' };
const filled = { ...owner, email_confirm: owner.email };
const expectFilled = async ({ field }: Visitor): Promise<void> => {
  for (const [name, value] of Object.entries(filled)) expect(await field(name).inputValue(), name).toBe(value);
};
const ready = ({ page }: Visitor) => page.locator('.notice-box').getByText('is ready to pay');

const places = [
  ['beside the customer’s form', toDetails, 'purchase.sign-in.editing', pay],
  ['on the payment step', toPayment, 'purchase.payment.choosing', async () => undefined],
] as const;
describe.each(sampled('places of wallets', [places]))('a wallet %s', (_name, open, state, goOn) => {
  it('that is closed, or whose token cannot be made, says so, charges nothing, and opens again', async () => {
    const visitor = await open(['apple_pay']);
    const charged = await lane.charges();
    await answer(visitor);
    await visitor.page.getByRole('status').getByText('You came back without paying').waitFor();
    await setFault(shop, { route: 'confirmation_tokens.create', fault: 'unavailable', times: 1 });
    await answer(visitor, 'visa');
    await visitor.page.getByRole('alert').first().waitFor();
    expect(await walletSheet(visitor).locator('#items').count()).toBe(0);
    await visitor.at(state);
    expect(await lane.charges()).toBe(charged);
    await openSheet(visitor, 'apple_pay');
  });

  it('whose card is declined leads to the payment step with the reason, where another one pays', async () => {
    const visitor = await open(['google_pay']);
    const charged = await lane.charges();
    await answer(visitor, 'visa_chargeDeclined', 'google_pay');
    await goOn(visitor);
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').getByText('Nothing was charged').waitFor();
    expect(await lane.charges()).toBe(charged);
    await answer(visitor, 'visa', 'google_pay');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('a wallet beside the customer’s form', () => {
  it('fills it in, also for a reload and another language, and pays on the last page; nothing is typed', async () => {
    const visitor = await toDetails(['link']);
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
    await untilStill(page);
    const isInView = (node: Element) =>
      node.getBoundingClientRect().top >= 0 && node.getBoundingClientRect().bottom <= innerHeight;
    for (const name of ['fullname', 'email']) expect(await visitor.field(name).evaluate(isInView)).toBe(true);

    await page.reload();
    await ready(visitor).waitFor();
    await visitor.control('language.choose').selectOption('ja');
    await page.locator('.notice-box').getByText('お客様情報を入力しました').waitFor();
    await expectFilled(visitor);
    expect(await lane.charges()).toBe(charged);
    await pay(visitor);
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });
});

describe('a wallet on the payment step', () => {
  it.each([['apple_pay', 'Apple Pay']] as const)(
    '%s buys with one press, one in its sheet, and nothing typed',
    async (wallet, name) => {
      const visitor = await toPayment([wallet]);
      const charged = await lane.charges();
      await walletButtons(visitor).locator(`button[value=${wallet}]`).waitFor();
      expect((await audit(visitor.page)).violations).toEqual([]);
      await openSheet(visitor, wallet);
      expect(await walletSheet(visitor).locator('#wallet').textContent()).toBe(name);
      await chooseCard(visitor, 'visa');
      await visitor.at('purchase.complete');
      expect(await lane.charges()).toBe(charged + 1);
      expect(visitor.faults()).toEqual([]);
    },
  );

  it('whose card the bank checks asks the bank, then buys', async () => {
    const visitor = await toPayment(['google_pay']);
    const charged = await lane.charges();
    await answer(visitor, 'authenticationRequired', 'google_pay');
    await visitor.at('purchase.checkout.challenging');
    await visitor.page.getByText('Google Pay Visa •••• 3184').waitFor();
    await answerBank(visitor, 'complete');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
