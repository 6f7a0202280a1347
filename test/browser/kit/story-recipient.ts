import { expect } from 'vitest';
import { splitTicket } from '#src/api/contract/tickets.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { adults, paramsOf } from '#test/api/kit/holder.ts';
import { problemOf } from '#test/api/kit/shop.ts';
import { driverOf } from './driver.ts';
import { codeOn, expectAt, followMail, openLink, type Person, type Story, tokenOf } from './story.ts';
import { createVisitor } from './visitor.ts';

/** What the recipient of two tickets does. */

/** Opens the ticket by the mail's link; it offers everything but the buyer's receipt. Returns its token. */
export const receive = async (story: Story, recipient: Person): Promise<string> => {
  await followMail(story, recipient, story.recipient);
  await expectAt(story, recipient, 'ticket.showing', 'received');
  expect(await codeOn(story, recipient)).not.toBe('');
  const { page, control } = recipient;
  expect(await page.locator('.ticket').innerText()).toMatch(story.pattern('ticket_count', { count: '2' }));
  expect(await control('page.requested.receipt').count()).toBe(0);
  await page.locator('.ticket-actions').getByText(story.pattern('ticket_refused_not_buyer')).waitFor();
  return tokenOf(recipient);
};

const secondTab = async ({ lane, lang, device }: Story, { page }: Person): Promise<Person> => {
  const visitor = createVisitor(await page.context().newPage(), lane.url, lang);
  return { ...visitor, ...driverOf(visitor, device) };
};

/** Splits off this many people by a link, on the page for sending. */
const packLink = async ({ pick, write, click, at }: Person, count: string): Promise<void> => {
  await at('send.choosing');
  await pick('way.choose', 'link');
  await write('admission-adult', count);
  await click('send.check');
};

/** The server's error code for splitting off this many people. */
const refusalOf = async ({ shop }: Story, token: string, count: number): Promise<string> => {
  const sent = { params: paramsOf(token), body: { option_values: adults(count) }, key: newKey() };
  return problemOf(await shop.send(splitTicket, sent)).code;
};

/**
 * Splits until it is rejected: for nobody, for everybody, and finally when only one person is left; by the page before the
 * request, and by the server if the request is sent nevertheless. Returns the token of the split-off ticket.
 */
export const splitUntilRefused = async (story: Story, recipient: Person, token: string): Promise<string> => {
  const { page, click, control } = recipient;
  const refused = async (by: Person, id: string) => {
    await by.page.locator('[role=alert]:focus').getByText(story.pattern(id)).waitFor();
    await expectAt(story, by, 'send.choosing', id);
  };
  await click('page.requested.send');
  await packLink(recipient, '0');
  await refused(recipient, 'failure_split_option_less_than_one');
  expect(await refusalOf(story, token, 0)).toBe('split_option_less_than_one');
  await packLink(recipient, '2');
  await refused(recipient, 'send_leave_one');
  await packLink(recipient, '1');
  await expectAt(story, recipient, 'send.checking', 'link');

  const other = await secondTab(story, recipient);
  await other.open(`#/tickets/send/${token}`);
  await packLink(other, '1');
  await other.at('send.checking');
  await other.click('send.submit');
  await expectAt(story, other, 'send.sent', 'link');
  const link = await other.field('new_link').inputValue();

  await click('send.submit');
  await refused(recipient, 'failure_split_no_child');
  expect(await control('way.choose', 'link').count()).toBe(0);
  await other.click('send.again');
  await other.at('send.choosing');
  expect(await other.control('way.choose', 'link').count()).toBe(0);
  expect(await refusalOf(story, token, 1)).toBe('split_no_child');
  await openLink(story, other, link);
  await expectAt(story, other, 'ticket.showing');
  expect(await codeOn(story, other)).not.toBe('');
  await click('page.requested.ticket');
  await expectAt(story, recipient, 'ticket.showing');
  await codeOn(story, recipient);
  await page.locator('.parts').getByText(story.pattern('ticket_part_split')).waitFor();
  return tokenOf(other);
};
