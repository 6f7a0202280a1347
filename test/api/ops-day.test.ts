import { describe, expect, it } from 'vitest';
import { adults, buyTicket, mailedTo, newSlot, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { customer, newKey, timed } from './kit/buyer.ts';
import { renderLatestMail } from './kit/mails.ts';
import { callOperator, makeToday, makeToken, openOps, readMailKinds } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const site = 'borderless';
const newMail = () => `day-${newKey()}@visitor.example`;

describe('today', () => {
  it('lists the slots of the day with people expected and in; a gate token gets no names', async () => {
    const slot = await newSlot(shop);
    const { number } = await buyTicket(shop, slot, 2);
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
    const { number } = await buyTicket(shop, slot, 1);
    expect(await ops.run('block', { site, slot })).toMatchObject({ done: 'block', is_blocked: true, sold: 1 });
    expect(await ops.code('block', { site, slot })).toBe('block');
    expect(problemOf(await order(slot)).status).toBe(409);
    expect(await ops.run('gate', { code: number, force: true })).toMatchObject({ done: 'gate' });
    expect(await ops.run('unblock', { site, slot })).toMatchObject({ is_blocked: false });
    expect((await order(slot)).status).toBe(200);
  });

  it('the seats of a slot are set, never below what is taken', async () => {
    const slot = await newSlot(shop);
    await buyTicket(shop, slot, 3);
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
    const mail = newMail();
    const { number, params } = await buyTicket(shop, await newSlot(shop), 2, 0, mail);
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
    const mail = newMail();
    const { number, params } = await buyTicket(shop, await newSlot(shop), 3, 0, mail);
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
    const mail = newMail();
    const { number } = await buyTicket(shop, await newSlot(shop), 1, 0, mail);
    for (let sent = 0; sent < 30; sent += 1) await ops.run('resend', { to: number });
    expect(await ops.run('resend', { to: number })).toMatchObject({ refused: 'rate_limited' });
    await ops.run('cancel', { reservation_number: number });
    expect(await ops.run('resend', { to: number })).toMatchObject({ refused: 'cancelled' });
    expect(await ops.run('resend', { to: 'AAAA-AAAA-AAAA' })).toMatchObject({ refused: 'unknown' });
  });
});
