import { expect } from 'vitest';
import { changeDate } from '#src/api/contract/tickets.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { paramsOf } from '#test/api/kit/holder.ts';
import { linkIn } from '#test/api/kit/mails.ts';
import { problemOf } from '#test/api/kit/shop.ts';
import { calendarOf, codeOn, expectAt, expectSeats, mailTo, type Person, type Story, tokenOf } from './story.ts';

/** What the buyer does with the remaining ticket: another date, the receipt, and finding a lost ticket. */

/** Moves the remaining people to another slot in three steps, going back and forth on the way. Returns the new ticket's token. */
export const moveDate = async (story: Story, buyer: Person, token: string): Promise<string> => {
  const { shop, slots, sold, pattern } = story;
  const { page, click, pick, control } = buyer;
  await click('page.requested.changedate');
  await expectAt(story, buyer, 'changedate.changedate.choosing');
  await click('date.check');
  await page.locator('[role=alert]:focus').getByText(pattern('changedate_missing')).waitFor();
  await expectAt(story, buyer, 'changedate.changedate.choosing', 'nothing chosen');
  await pick('timespan.choose', slots.dear);
  expect(await control('timespan.choose', slots.dear).isChecked()).toBe(false);
  const dear = page.locator('.slot').filter({ has: page.locator(`[data-key="${slots.dear}"]`) });
  expect(await dear.innerText()).toMatch(pattern('changedate_dearer'));
  expect(await dear.innerText()).toContain('1,000');
  const body = { time_span_id: slots.dear };
  const refused = await shop.send(changeDate, { params: paramsOf(token), body, key: newKey() });
  expect(problemOf(refused).code).toBe('dearer_slot');
  await pick('timespan.choose', slots.cheap);
  await click('date.check');
  await expectAt(story, buyer, 'changedate.confirm.asking');
  expect(await page.locator('main').innerText()).toMatch(pattern('changedate_less'));
  await page.goBack();
  await buyer.at('changedate.changedate.choosing');
  expect(await control('timespan.choose', slots.cheap).isChecked()).toBe(true);
  await page.goForward();
  await buyer.at('changedate.confirm.asking');
  await click('step.back');
  await buyer.at('changedate.changedate.choosing');
  await click('date.check');
  await buyer.at('changedate.confirm.asking');
  await expectSeats(story);
  await click('date.submit');
  sold.bought = 2;
  sold.cheap = 2;
  await expectAt(story, buyer, 'changedate.complete');
  await page.goBack();
  await expectAt(story, buyer, 'changedate.changedate.closed');
  await page.goForward();
  await buyer.at('changedate.complete');
  await click('page.requested.ticket');
  await expectAt(story, buyer, 'ticket.showing');
  expect(linkIn(await mailTo(story, story.buyer))).toContain(tokenOf(buyer));
  expect(await calendarOf(story, tokenOf(buyer))).toBe('file');
  return tokenOf(buyer);
};

/** Makes out the receipt to a name. */
export const readReceipt = async (story: Story, buyer: Person): Promise<void> => {
  await buyer.click('page.requested.receipt');
  await expectAt(story, buyer, 'receipt.showing');
  await buyer.write('addressee', '山田商事');
  expect(await buyer.page.locator('.receipt .to').innerText()).toContain('山田商事');
};

const wide = (ascii: string): string =>
  ascii.replaceAll(/[0-9A-Z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** From an expired link: finds the ticket again by mail and number; a wrong mail and a wrong number are rejected alike. */
export const lookUp = async (story: Story, buyer: Person, number: string): Promise<void> => {
  const { page, click, write } = buyer;
  await click('page.requested.reservation-inquiry');
  await expectAt(story, buyer, 'reservation-inquiry.asking');
  const alert = page.getByRole('alert');
  const submitInquiry = async (email: string, reservationNumber: string) => {
    await write('email', email);
    await write('reservation_number', reservationNumber);
    await click('inquiry.submit');
  };
  const messages: string[] = [];
  for (const [email, reservationNumber] of [
    [`nobody-${story.buyer}`, number],
    [story.buyer, 'ZZZZ-ZZZZ-ZZZZ'],
  ] as const) {
    const response = page.waitForResponse(/\/api\/v1\/reservations\?/);
    await submitInquiry(email, reservationNumber);
    await response;
    await buyer.at('reservation-inquiry.asking');
    messages.push(await alert.innerText());
  }
  expect(messages[0]).toMatch(story.pattern('inquiry_not_found_title'));
  expect(new Set(messages).size).toBe(1);
  await expectAt(story, buyer, 'reservation-inquiry.asking', 'refused');
  await submitInquiry(story.buyer.toUpperCase(), ` ${wide(number).replaceAll('-', '')} `);
  await expectAt(story, buyer, 'ticket.showing');
  expect(await codeOn(story, buyer)).not.toBe('');
};
