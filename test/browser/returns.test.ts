import { describe, expect, it } from 'vitest';
import { hiddenMail } from '#src/domain/mail.ts';
import { customer } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import { readOrderLedger } from './kit/ledger.ts';
import { answerPage } from './kit/pay.ts';
import { openScene, type Scene } from './kit/scene.ts';
import { createVisitor, type Visitor } from './kit/visitor.ts';

/** Returning from a payment provider's page: which browser may see the ticket, and what all others see. */
const { shop, lane } = await openFixture();

/** The shop's address to which a provider's return redirects this browser; must be called before it returns. */
const arrivalOf = async ({ page }: Visitor): Promise<string> => {
  const reply = await page.waitForResponse((one) => one.url().includes('/payment-return/') && one.status() === 303);
  return (await reply.headerValue('location')) ?? '';
};

/** Another tab of the same browser, with an empty sessionStorage. */
const newTab = async (visitor: Visitor): Promise<Visitor> =>
  createVisitor(await visitor.page.context().newPage(), shop.url, 'en');

const numberIn = ({ page }: Visitor) => page.locator('[data-key="reservation-number"]').first().textContent();

const expectTicket = async (visitor: Visitor) => {
  await visitor.at('purchase.complete');
  expect(await numberIn(visitor)).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  expect(await visitor.control('page.requested.ticket').count()).toBe(1);
};

const expectState = async (visitor: Visitor) => {
  await visitor.at('purchase.complete');
  expect(await numberIn(visitor)).toMatch(/^…\w{4}$/);
  expect(await visitor.page.locator('main').textContent()).toContain(hiddenMail(customer.email));
  expect(await visitor.control('page.requested.ticket').count()).toBe(0);
  expect(await visitor.control('page.requested.reservation-inquiry').count()).toBe(1);
};

/** A payment in this browser, back from the provider. */
const paidHere = async () => {
  const scene = await openScene({ shop, lane }, 'gmo_paypay', 'en');
  await scene.pay();
  await scene.waitForPrompt();
  const arrival = arrivalOf(scene.visitor);
  await answerPage(scene.visitor, 'success');
  return { ...scene, address: await arrival };
};

const expectOneCharge = async ({ order }: Pick<Scene, 'order'>) =>
  expect(await readOrderLedger(shop, order.id)).toEqual({ charges: 1, captured: order.price, refunded: 0 });

describe('the address to which a return redirects', () => {
  it('shows the ticket in every tab of the returning browser, also after a reload, and only the state in others', async () => {
    const scene = await paidHere();
    await expectTicket(scene.visitor);
    const tab = await newTab(scene.visitor);
    await tab.page.goto(scene.address);
    await expectTicket(tab);
    await tab.page.reload();
    await expectTicket(tab);
    const other = await scene.elsewhere();
    await other.page.goto(scene.address);
    await expectState(other);
    await other.page.reload();
    await expectState(other);
    await expectOneCharge(scene);
  });
});
