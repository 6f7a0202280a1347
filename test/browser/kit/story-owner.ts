import { expect } from 'vitest';
import { customer, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { linkIn } from '#test/api/kit/mails.ts';
import { scan } from './qr.ts';
import {
  calendarOf,
  codeOn,
  expectAt,
  expectSeats,
  expectStateOnly,
  expectUnshared,
  mailTo,
  openLink,
  type Person,
  type Story,
  tokenOf,
} from './story.ts';

/** The buyer's actions, one function each; each ends in the state in which the next begins. */

/** Buys three adults and a child through the shop's own steps, and opens the ticket. Returns its token. */
export const buy = async (story: Story, buyer: Person): Promise<string> => {
  const { slots, sold } = story;
  const { open, at, pick, pickDay, click, write } = buyer;
  await open();
  await at('purchase.order.choosing');
  await pick('product.choose', timed);
  await at('purchase.order.choosing');
  await pickDay(tomorrow);
  await at('purchase.order.choosing');
  await pick('timespan.choose', slots.bought);
  await at('purchase.order.choosing');
  await write('admission-adult', '3');
  await write('admission-child', '1');
  await click('order.submit');
  await at('purchase.sign-in.editing');
  await expectSeats(story, 4);
  await write('fullname', customer.fullname);
  await write('email', story.buyer);
  await write('email_confirm', story.buyer);
  await write('phone', customer.phone);
  await click('customer.submit');
  await at('purchase.payment.choosing');
  await pick('method.choose', 'stripe_secure');
  await buyer.writeCard();
  await click('payment.submit');
  await at('purchase.confirm');
  await expectSeats(story, 4);
  await click('checkout.submit');
  sold.bought = 4;
  await expectAt(story, buyer, 'purchase.complete');
  const link = linkIn(await mailTo(story, story.buyer));
  await click('page.requested.ticket');
  await expectAt(story, buyer, 'ticket.showing');
  const token = tokenOf(buyer);
  expect(link).toContain(token);
  expect(await calendarOf(story, token)).toBe('file');
  return token;
};

/** Shows the code enlarged, as at the gate, and returns the focus to the button. */
export const showLarge = async (story: Story, { page, clickOn }: Person): Promise<void> => {
  await clickOn('.ticket-code button');
  await page.getByRole('dialog').getByText(story.pattern('ticket_bright_hint')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.matches('.ticket-code button'))).toBe(true);
};

/** Shares the ticket with a friend and revokes it. Returns the share link. */
export const share = async (story: Story, buyer: Person, token: string): Promise<string> => {
  const { page, click } = buyer;
  const first = await codeOn(story, buyer);
  await click('page.requested.share');
  await expectAt(story, buyer, 'share.showing');
  await click('share.make');
  await buyer.field('share_link').waitFor();
  await expectAt(story, buyer, 'share.showing', 'shared');
  const link = await buyer.field('share_link').inputValue();
  expect(await scan(await page.locator('figure svg.qr').screenshot())).toEqual([link]);

  const friend = await story.openPerson();
  await openLink(story, friend, link);
  await expectAt(story, friend, 'shared.showing');
  const shared = await codeOn(story, friend);
  await expectStateOnly(story, await story.openPerson(), token, 'shared');
  expect(await calendarOf(story, token)).toBe('file');

  await click('page.requested.ticket');
  await expectAt(story, buyer, 'ticket.showing');
  expect(await codeOn(story, buyer)).toBe('');
  await click('page.requested.share');
  await buyer.at('share.showing');
  await click('share.stop');
  await buyer.control('share.make').waitFor();
  await friend.click('ticket.again');
  await friend.at('shared.missing');
  await expectUnshared(story, friend, link);
  await click('page.requested.ticket');
  await expectAt(story, buyer, 'ticket.showing');
  expect(new Set([first, shared, await codeOn(story, buyer)]).size).toBe(3);
  return link;
};

/** Sends two adults to a mail address, which is reviewed twice and corrected once. */
export const send = async (story: Story, buyer: Person): Promise<void> => {
  const { page, click, write } = buyer;
  await click('page.requested.send');
  await expectAt(story, buyer, 'send.choosing');
  await write('admission-adult', '2');
  await write('admission-child', '0');
  // As a Japanese keyboard may leave it.
  await write('email', story.recipient.replace('taro', 'ｔａｒｏ'));
  await click('send.check');
  await expectAt(story, buyer, 'send.checking');
  await page.locator('h2:focus').waitFor();
  expect(await page.locator('.address').textContent()).toBe(story.recipient);
  await click('step.back');
  await buyer.at('send.choosing');
  expect(await buyer.field('admission-adult').inputValue()).toBe('2');
  await write('note', '入口で会いましょう');
  await click('send.check');
  await buyer.at('send.checking');
  await click('send.submit');
  await page.locator('[role=status]:focus').waitFor();
  await expectAt(story, buyer, 'send.sent');
  await click('page.requested.ticket');
  await expectAt(story, buyer, 'ticket.showing', 'parts');
  await page.locator('.parts').getByText(story.pattern('ticket_state_valid')).waitFor();
};
