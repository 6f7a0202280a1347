import { describe, expect, it } from 'vitest';
import { slotIn } from '#server/operators/commands/texts.ts';
import { adults, buyTicket, changeSlot, mailedTo, newSlot, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { customer, ready, timed } from './kit/buyer.ts';
import { emptyOutbox, newAddress, renderLatestMail, sendRound } from './kit/mails.ts';
import { callOperator, makeToday, makeToken, openOps, readMailKinds } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';
import { startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const site = 'borderless';

it('today lists the slots of the day with people expected and in; a gate token gets no names', async () => {
  const slot = await newSlot(shop);
  const { number } = await buyTicket(shop, slot, { adults: 2 });
  await makeToday(shop, slot);
  await ops.run('gate', { code: number });
  const { slots } = await ops.run('today', { site });
  const row = (slots as { slot: string }[]).find((one) => one.slot === slot);
  expect(row).toMatchObject({
    site,
    sold: 2,
    entered: 2,
    is_blocked: false,
    reservations: [{ number, name: customer.fullname, people: 2, entered: 2, state: 'used' }],
  });
  const { token } = await makeToken(ops, site, 'gate');
  const answer = await callOperator(shop, 'today', {}, { token });
  expect(answer.text).toContain(number);
  expect(answer.text).not.toContain(customer.fullname);
  expect(await ops.run('today', { day: '2099-01-01' })).toMatchObject({ slots: [] });
  expect(await ops.run('today', { day: '2099-02-31' })).toMatchObject({ status: 400 });
});

describe('block, unblock and capacity', () => {
  const body = (slot: string, count = 1) => ({
    lang: 'ja',
    product_uuid: timed,
    time_span_id: slot,
    quantity: count,
    option_values: adults(count),
    set_products: [],
  });
  const order = (slot: string, count = 1) => shop.send('createOrder', { body: body(slot, count) });

  it('a blocked slot sells nothing from the next request on, its tickets admit, and unblocked it sells again', async () => {
    const slot = await newSlot(shop);
    const { number } = await buyTicket(shop, slot);
    expect(await ops.run('block', { site, slot })).toMatchObject({ done: 'block', is_blocked: true, sold: 1 });
    expect(await ops.code('block', { site, slot })).toBe('block');
    expect(problemOf(await order(slot)).status).toBe(409);
    expect(await ops.run('gate', { code: number, force: true })).toMatchObject({ done: 'gate' });
    expect(await ops.run('unblock', { site, slot })).toMatchObject({ is_blocked: false });
    expect((await order(slot)).status).toBe(200);
  });

  it('the seats of a slot are set, never below what is taken', async () => {
    const slot = await newSlot(shop);
    await buyTicket(shop, slot, { adults: 3 });
    const refused = await ops.run('capacity', { site, slot, seats: 2 });
    expect(refused).toMatchObject({ refused: 'taken', taken: '3' });
    expect(refused.said.en).toContain('Set at least 3.');
    expect(await ops.run('capacity', { site, slot, seats: 4 })).toMatchObject({ capacity: 4, before: 20, sold: 3 });
    expect((await order(slot, 2)).status).toBe(409);
    expect((await order(slot, 1)).status).toBe(200);
    expect(await ops.code('capacity', { site, slot, seats: -1 })).toBe('invalid_input');
    expect(await ops.code('capacity', { slot, seats: 4 })).toBe('invalid_input');
  });

  it('no seat is sold twice when the number of seats falls while many buy', async () => {
    const slot = await newSlot(shop, { seats: 10 });
    const [lowered] = await Promise.all([
      ops.run('capacity', { site, slot, seats: 5 }),
      ...Array.from({ length: 12 }, () => order(slot)),
    ]);
    const row = await rowOf(shop, 'time_spans', { site, id: slot });
    expect(row.held + row.sold).toBeLessThanOrEqual(row.capacity);
    expect(row.capacity).toBe(lowered.done ? 5 : 10);
  });
});

describe('resend', () => {
  it('sends the mail of a ticket to its holder: the buyer’s, or that of a ticket that was sent', async () => {
    const mail = newAddress();
    const { number, params } = await buyTicket(shop, await newSlot(shop), { adults: 2, email: mail });
    expect(await ops.run('resend', { to: number })).toMatchObject({ done: 'resend', kind: 'completed', address: mail });
    expect(await readMailKinds(shop, mail)).toEqual(['completed', 'completed']);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    const part = await ticketOf(shop, await mailedTo(shop, body.email));
    expect(await ops.run('resend', { to: part.reservation_number })).toMatchObject({
      kind: 'ticket_sent',
      address: body.email,
    });
    expect(await readMailKinds(shop, body.email)).toEqual(['ticket_sent', 'ticket_sent']);
  });

  it.each(['not used', 'used', 'sent on'])('sends a part its own link and code, while the rest is %s', async (rest) => {
    const mail = newAddress();
    const { number, params } = await buyTicket(shop, await newSlot(shop), { adults: 3, email: mail });
    const { reservation_token } = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    const { reservation_number: part } = await ticketOf(shop, reservation_token);
    if (rest === 'used') await ops.run('gate', { code: number, force: true });
    if (rest === 'sent on') await shop.call('sendTicket', { params, body: sending(2) });
    expect(await ops.run('resend', { to: part })).toMatchObject({ done: 'resend', number: part, address: mail });
    const { link, rows, codes } = await renderLatestMail(shop, mail);
    expect(link?.href).toBe(`${shop.url}/#/id/${reservation_token}?lang=ja`);
    expect(rows.map(([, detail]) => detail)).toContain(part);
    expect(await ops.run('gate', { code: codes[0]?.code ?? '', force: true })).toMatchObject({ number: part });
  });

  it('is refused for what admits nobody any more, and does not flood a mailbox', async () => {
    const mail = newAddress();
    const { number } = await buyTicket(shop, await newSlot(shop), { email: mail });
    for (let sent = 0; sent < 30; sent += 1) await ops.run('resend', { to: number });
    expect(await ops.run('resend', { to: number })).toMatchObject({ refused: 'rate_limited' });
    await ops.run('cancel', { reservation_number: number });
    expect(await ops.run('resend', { to: number })).toMatchObject({ refused: 'cancelled' });
    expect(await ops.run('resend', { to: 'AAAA-AAAA-AAAA' })).toMatchObject({ refused: 'unknown' });
  });
});

describe('find', () => {
  const numbersOf = async (text: string) => {
    const { orders } = await ops.run('find', { text });
    return (orders as { reservation_number: string | null }[]).map(({ reservation_number }) => reservation_number);
  };

  it('finds an order by number, entry code, person’s code, mail of buyer or recipient, and name', async () => {
    const mail = newAddress();
    const { number, params } = await buyTicket(shop, await newSlot(shop), { adults: 3, email: mail });
    const { entry_code, people } = await ticketOf(shop, params.reservation_token);
    const codes = [entry_code, people[0]?.entry_code ?? ''];
    for (const text of [number, number.toLowerCase().replaceAll('-', ''), ...codes, mail, ` ${mail.toUpperCase()} `])
      expect([text, await numbersOf(text)]).toEqual([text, [number]]);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    expect(await numbersOf(body.email)).toEqual([number]);
    const part = await ticketOf(shop, await mailedTo(shop, body.email));
    expect(await numbersOf(part.reservation_number)).toEqual([number]);
    const name = customer.fullname;
    for (const text of [name, name.replace(/\s/g, ''), name.slice(0, 2)])
      expect(await numbersOf(text)).toContain(number);
  });

  it('names the slot that each ticket has now, with its hours across midnight', async () => {
    const [first, later] = [await newSlot(shop), await newSlot(shop)];
    const night = { from: '2031-03-01T13:00:00.000Z', to: '2031-03-01T17:00:00.000Z' };
    const body = sending(1);
    const { number, params } = await buyTicket(shop, first, { adults: 2 });
    await shop.call('sendTicket', { params, body });
    await shop.call('changeDate', { params, body: { time_span_id: later } });
    await changeSlot(shop, later, { reservation_from: new Date(night.from), reservation_to: new Date(night.to) });
    const stayed = await rowOf(shop, 'time_spans', { id: first });
    const before = { from: stayed.reservation_from.toISOString(), to: stayed.reservation_to.toISOString() };
    const found = await ops.run('find', { text: number });
    expect(found.orders).toMatchObject([
      {
        ...night,
        tickets: [
          { ...before, mail: body.email },
          { number, ...night },
        ],
      },
    ]);
    const lines = found.said.en.split('\n');
    expect(lines[1]).toContain('Saturday 1 March 2031 22:00 – Sunday 2 March 2031 02:00');
    expect(lines.find((one) => one.includes(body.email))).toContain(slotIn('en', before));
    expect(found.said.ja).toContain('2031年3月1日（土） 22:00 – 2031年3月2日（日） 02:00');
  });

  it('shows an unpaid order, no link and no code; nothing for what is unknown, or is a pattern', async () => {
    const mail = newAddress();
    await ready(shop, await newSlot(shop), { email: mail });
    const found = await ops.run('find', { text: mail });
    expect(found).toMatchObject({ is_complete: true, orders: [{ status: 'open', mail, reservation_number: null }] });
    const { number, params } = await buyTicket(shop, await newSlot(shop));
    const { entry_code } = await ticketOf(shop, params.reservation_token);
    const text = JSON.stringify(await ops.run('find', { text: number }));
    expect(text).not.toContain(params.reservation_token);
    expect(text).not.toContain(entry_code);
    for (const odd of ['%%', '__', "' or 1=1", 'AAAA-AAAA-AAAA', 'nobody@nowhere.example', '\\\\'])
      expect(await ops.run('find', { text: odd })).toMatchObject({ orders: [], said: { en: 'No order was found.' } });
  });
});

/** A mail that the server refuses for good is shown where people look: on the ticket's page and to the operator. */
describe('a mail that cannot be delivered', async () => {
  const post = await forFile(startPost());
  /** The mail server refuses the recipients of all due mails. */
  const refuse = async () => {
    post.mood(550);
    await sendRound(shop, post.url);
  };
  const said = async (command: string, input: object) => (await ops.run(command, input)).said.en;

  it('of a purchase: on the page until another mail is sent, in `find` and `today`', async () => {
    await emptyOutbox(shop);
    const span = await newSlot(shop);
    const { params, number } = await buyTicket(shop, span, { adults: 2 });
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

  it('with a sent part: on the sender’s page, at that part', async () => {
    await emptyOutbox(shop);
    const { params, number } = await buyTicket(shop, await newSlot(shop), { adults: 2 });
    await emptyOutbox(shop);
    const body = { ...sending(1), option_values: adults(1) };
    await shop.call('sendTicket', { params, body });
    await mailedTo(shop, body.email);
    await refuse();
    const { unsent_to, children } = await ticketOf(shop, params.reservation_token);
    expect([unsent_to, children]).toMatchObject([undefined, [{ kind: 'sent', is_unsent: true }]]);
    expect(await said('find', { text: number })).toContain(`(mail not delivered: ${body.email})`);
  });
});
