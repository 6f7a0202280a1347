import { afterAll, expect, it } from 'vitest';
import { adults, buyTicket, mailedTo, newSlot, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { emptyOutbox, sendRound } from './kit/mails.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';
import { startPost } from './kit/smtp.ts';

/** A mail that the server refuses for good is shown where people look: on the ticket's page and to the operator. */
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const post = await startPost();
afterAll(() => post.close());

/** The mail server refuses the recipients of all due mails. */
const refuse = async () => {
  post.mood(550);
  await sendRound(shop, post.url);
};
const said = async (command: string, input: object) => (await ops.run(command, input)).said.en;

it('the mail of a purchase: on the page until another mail is sent, in `find` and `today`', async () => {
  await emptyOutbox(shop);
  const span = await newSlot(shop);
  const { params, number } = await buyTicket(shop, span, 2);
  const token = params.reservation_token;
  expect((await ticketOf(shop, token)).unsent_to).toBeUndefined();
  await refuse();
  const { id, address } = await rowOf(shop, 'outbox', { state: 'failed' });
  const { unsent_to } = await ticketOf(shop, token);
  expect(unsent_to).toMatch(/^.\*+@/);
  expect(await said('find', { text: number })).toContain(`(mail not delivered: ${address})`);
  await makeToday(shop, span);
  expect(await said('today', {})).toMatch(new RegExp(`${number}.*\\(mail not delivered\\)`));
  await ops.run('resend', { to: number });
  expect((await ticketOf(shop, token)).unsent_to).toBeUndefined();
  expect(await said('find', { text: number })).not.toContain('not delivered');
  expect((await rowOf(shop, 'outbox', { id })).state).toBe('failed');
});

it('the mail with a sent part: on the sender’s page, at that part', async () => {
  await emptyOutbox(shop);
  const { params, number } = await buyTicket(shop, await newSlot(shop), 2);
  await emptyOutbox(shop);
  const body = { ...sending(1), option_values: adults(1) };
  await shop.call('sendTicket', { params, body });
  await mailedTo(shop, body.email);
  await refuse();
  const { unsent_to, children } = await ticketOf(shop, params.reservation_token);
  expect([unsent_to, children]).toMatchObject([undefined, [{ kind: 'sent', is_unsent: true }]]);
  expect(await said('find', { text: number })).toContain(`(mail not delivered: ${body.email})`);
});
