import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { adults, buyTicket, changeRows, mailedTo, newSlot, rowOf, seatsOf, sending, ticketOf } from './kit/arrange.ts';
import { customer, hold, newKey, ready } from './kit/buyer.ts';
import { allNotified } from './kit/every-method.ts';
import { fullWidth, newAddress } from './kit/mails.ts';
import { keepNextDays, openOps } from './kit/ops.ts';
import { pay } from './kit/pay.ts';
import { everything, orderIdOf, passDays, readTotals } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

const ExportReply = v.object({
  data: v.object({
    tickets: v.array(v.object({ reservation_number: v.string() })),
    mails: v.array(v.object({ kind: v.string(), message: v.string() })),
  }),
});

const shop = await forFile(startShop());
/* Tests compare the whole content of the database. */
await keepNextDays(shop);
const ops = await forFile(openOps(shop));
beforeEach(() => {
  shop.logged.length = 0;
});

const erase = (mail: string, more: object = {}) => ops.run('erase', { mail, ...more });

/** A person with every kind of data: bought, sent and split tickets, a received ticket, the newsletter and requested links. */
const createPerson = async () => {
  const [mail, other, note] = [newAddress(), newAddress(), `A note ${newKey()}`];
  const span = await newSlot(shop);
  const { params, number, order } = await buyTicket(shop, span, { adults: 4, email: mail });
  const body = { ...sending(1), note };
  await shop.call('sendTicket', { params, body });
  await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
  const giver = await buyTicket(shop, await newSlot(shop), { adults: 2, email: other });
  await shop.call('sendTicket', { params: giver.params, body: { ...sending(1, mail), note: 'from a friend' } });
  await changeRows(shop, 'outbox', {}, { state: 'sent', sent_at: sql`now()` });
  return { mail, other, note, span, params, number, recipient: body.email, id: await orderIdOf(shop, order), giver };
};
/** The same person after all visits are past. */
const formerVisitor = async () => {
  const person = await createPerson();
  await passDays(shop, person.id, 5);
  await passDays(shop, await orderIdOf(shop, person.giver.order), 5);
  return person;
};

it.each(['export', 'erase', 'find', 'resend'])('%s finds a person by an address in full width', async (command) => {
  const mail = newAddress();
  await buyTicket(shop, await newSlot(shop), { email: mail });
  const parameter = { export: 'who', erase: 'mail', find: 'text', resend: 'to' }[command] ?? '';
  const site = command === 'resend' ? { site: 'borderless' } : {};
  const reply = await ops.run(command, { [parameter]: ` ${fullWidth(mail.toUpperCase())} `, ...site });
  const found = {
    export: { data: { address: mail, orders: [{ status: 'paid' }] } },
    erase: { counts: { orders: 1, mails: 1 } },
    find: { orders: [{ mail }] },
    resend: { kind: 'ticket_links', address: mail },
  }[command];
  expect(reply).toMatchObject({ done: command, ...found });
});

it('export holds everything about one person, and nothing that opens a ticket or names others', async () => {
  const { mail, number, recipient, other, note, params } = await createPerson();
  await shop.call('createReservationMail', { body: { email: mail, lang: 'ja' } });
  const reply = await ops.run('export', { who: ` ${mail.toUpperCase()} ` });
  expect(reply).toMatchObject({
    data: {
      address: mail,
      orders: [
        {
          status: 'paid',
          total_yen: 4 * 3800,
          customer: { fullname: customer.fullname, email: mail },
          payments: [{ state: 'paid' }],
        },
      ],
      tickets_sent: [{ note }],
      newsletters: [{ email: mail }],
      link_requests: [{ address: mail }],
    },
  });
  const { data } = v.parse(ExportReply, reply);
  expect(data.tickets).toHaveLength(3);
  expect(data.tickets.map((ticket) => ticket.reservation_number)).toContain(number);
  expect(data.mails.map(({ kind, message }) => [kind, message])).toEqual([
    ['completed', ''],
    ['ticket_sent', 'from a friend'],
  ]);
  const text = JSON.stringify(reply);
  for (const hidden of [recipient, other, params.reservation_token]) expect(text).not.toContain(hidden);
  expect(text).not.toMatch(/"[A-Z2-9]{16}"/);
  expect(await ops.run('export', { who: number })).toMatchObject({ data: { address: mail } });
  expect(await ops.code('export', { who: newAddress() })).toBe('nobody');
  expect(await ops.run('export', { who: mail, site: 'mori' })).toMatchObject({ refused: 'nobody' });
});

describe('erase', () => {
  it('only reports what it would erase, until it is applied', async () => {
    const { mail } = await formerVisitor();
    const before = await everything(shop);
    const reply = await erase(mail);
    expect(reply).toMatchObject({ counts: { orders: 1, tickets: 3, mails: 2, subscriptions: 1 }, applied: false });
    expect(reply.said.en).toContain('Would be erased: 1 orders, 3 tickets');
    expect(reply.said.en).toMatch(/npm run db -- dump.*30 days/);
    expect(await everything(shop)).toBe(before);
  });

  it('leaves nothing of the person, all accounts, and what is others\u2019', async () => {
    const { id, mail, number, recipient, note, params, giver } = await formerVisitor();
    await changeRows(shop, 'orders', { id }, { confirmed_mail: mail });
    await shop.call('createReservationMail', { body: { email: mail, lang: 'ja' } });
    const totals = await readTotals(shop.db);
    const theirs = await mailedTo(shop, recipient);
    expect(await erase(mail, { apply: true })).toMatchObject({ done: 'erase', applied: true, counts: { orders: 1 } });
    const remaining = await everything(shop);
    expect(remaining).not.toContain(mail);
    expect(remaining).not.toContain(note);
    expect(await readTotals(shop.db)).toEqual(totals);
    expect((await shop.send('getTicket', { params })).status).toBe(404);
    expect((await ticketOf(shop, theirs)).quantity).toBe(1);
    expect((await ticketOf(shop, giver.params.reservation_token)).children).toMatchObject([
      { kind: 'sent', sent_to: '' },
    ]);
    expect(remaining).toContain(recipient);
    expect(await ops.code('receipt', { reservation_number: number })).toBe('receipt');
    const lines = shop.logged.map((line) => JSON.stringify(line)).join('\n');
    expect(lines).toContain('personal_data_erased');
    expect(lines).not.toContain(mail);
  });

  it('of a recipient who sent a ticket on removes their texts, and keeps the buyer and the next holder', async () => {
    const [buyer, middle] = [newAddress(), newAddress()];
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 3, email: buyer });
    const first = { ...sending(2, middle), note: `first ${newKey()}` };
    await shop.call('sendTicket', { params, body: first });
    const second = { ...sending(1), note: `second ${newKey()}` };
    const middleParams = { reservation_token: await mailedTo(shop, middle) };
    await shop.call('sendTicket', { params: middleParams, body: second });
    await changeRows(shop, 'outbox', {}, { state: 'sent', sent_at: sql`now()` });
    expect(await ops.run('export', { who: middle })).toMatchObject({
      data: { orders: [], tickets_sent: [{ note: second.note }], mails: [{ message: first.note }] },
    });
    expect(await erase(middle, { apply: true, cancel: true })).toMatchObject({ counts: { orders: 0, tickets: 1 } });
    const remaining = await everything(shop);
    for (const erased of [middle, second.note]) expect(remaining).not.toContain(erased);
    for (const stays of [buyer, second.email]) expect(remaining).toContain(stays);
    expect((await ticketOf(shop, await mailedTo(shop, second.email))).state).toBe('valid');
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('valid');
  });

  it('is rejected while visits are upcoming; with --cancel no money moves, and others keep their tickets', async () => {
    const { mail, recipient, span, id } = await createPerson();
    const before = await everything(shop);
    const planned = await erase(mail);
    expect(planned).toMatchObject({ counts: { cancelled_tickets: 3, kept_yen: 4 * 3800 } });
    expect(planned.said.en).toContain('is not paid back');
    expect(await erase(mail, { apply: true })).toMatchObject({ refused: 'upcoming' });
    expect(await everything(shop)).toBe(before);
    expect((await seatsOf(shop, span)).sold).toBe(4);
    expect(await erase(mail, { apply: true, cancel: true })).toMatchObject({ counts: { cancelled_tickets: 3 } });
    expect((await seatsOf(shop, span)).sold).toBe(1);
    expect((await ticketOf(shop, await mailedTo(shop, recipient))).state).toBe('valid');
    expect((await rowOf(shop, 'payments', { order_id: id })).state).toBe('paid');
    expect(await everything(shop)).not.toContain(mail);
  });

  it('is rejected while a refund is pending; with --cancel the refund continues', async () => {
    const { mail, id } = await formerVisitor();
    await allNotified(shop);
    await changeRows(shop, 'payments', { order_id: id }, { state: 'refund_due' });
    await changeRows(shop, 'orders', { id }, { status: 'refunded' });
    expect(await erase(mail, { apply: true })).toMatchObject({ refused: 'refund_open' });
    expect(await erase(mail, { apply: true, cancel: true })).toMatchObject({ counts: { refund_due_yen: 4 * 3800 } });
    await shop.sweep();
    expect((await rowOf(shop, 'payments', { order_id: id })).state).toBe('refunded');
    expect(await everything(shop)).not.toContain(mail);
  });

  it('is rejected during a payment, and ends a hold with --cancel', async () => {
    const [mail, span] = [newAddress(), await newSlot(shop)];
    const order = await ready(shop, span, { email: mail });
    await pay(shop, order, { card: '4000002760003184' });
    expect(await erase(mail, { apply: true, cancel: true })).toMatchObject({ refused: 'paying' });
    const [holding, slot] = [newAddress(), await newSlot(shop)];
    await ready(shop, slot, { adults: 2, email: holding });
    expect(await erase(holding, { apply: true })).toMatchObject({ refused: 'upcoming' });
    expect(await erase(holding, { apply: true, cancel: true })).toMatchObject({ counts: { cancelled_orders: 1 } });
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0, sold: 0 });
    expect(await everything(shop)).not.toContain(holding);
  });

  it('finds an address that only received a mail, and one that was invited', async () => {
    const [mail, second] = [newAddress(), newAddress()];
    const { token } = await hold(shop, await newSlot(shop));
    await shop.call('createOrderMail', { params: { token }, body: { ...customer, email: mail } });
    /* The visitor corrected a mistyped address. */
    await shop.call('createOrderMail', { params: { token }, body: { ...customer, email: second } });
    expect(await erase(mail, { apply: true })).toMatchObject({ counts: { orders: 0, mails: 1 } });
    expect(await everything(shop)).not.toContain(mail);
    const invited = newAddress();
    const options = [{ id: 'admission-adult', count: 1 }];
    await ops.run('invite', { site: 'borderless', mail: invited, lang: 'en', slot: await newSlot(shop), options });
    expect(await erase(invited, { apply: true })).toMatchObject({ counts: { orders: 1, mails: 1 } });
    expect(await everything(shop)).not.toContain(invited);
  });

  it('is all or nothing', async () => {
    const { mail } = await formerVisitor();
    const before = await everything(shop);
    await sql`alter table erasures rename to erasures_away`.execute(shop.db);
    const reply = await erase(mail, { apply: true });
    await sql`alter table erasures_away rename to erasures`.execute(shop.db);
    expect(reply.status).toBe(500);
    expect(await everything(shop)).toBe(before);
  });
});
