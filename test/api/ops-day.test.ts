import { describe, expect, it } from 'vitest';
import { adults, buyTicket, mailedTo, newSlot, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { choiceOf, customer, dated, newKey, purchase, season, timed } from './kit/buyer.ts';
import { booklet } from './kit/extras.ts';
import { renderLatestMail } from './kit/mails.ts';
import { callOperator, makeToday, makeToken, openOps, readMailKinds } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const site = 'borderless';
const newMail = () => `day-${newKey()}@visitor.example`;

describe('the gate', () => {
  const admit = (code: string, force = false) => ops.run('gate', { code, force });

  it('admits everybody by the number, and reports when', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, 2);
    await makeToday(shop, span);
    const first = await admit(number.toLowerCase().replaceAll('-', ' '));
    expect(first).toMatchObject({ status: 200, done: 'gate', number, quantity: 2, left: 0 });
    expect(first.said.en).toContain(`Reservation ${number}: 2 let in (Adult × 2).`);
    const again = await admit(number);
    expect(again).toMatchObject({ status: 409, refused: 'used', number });
    const clock = new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'Asia/Tokyo',
    });
    expect(Date.now() - Date.parse(String(again.at))).toBeLessThan(60_000);
    expect(again.said.en).toContain(`already used at `);
    expect(again.said.en).toContain(clock.format(new Date(String(again.at))));
  });

  it('warns of another day, and admits anyway when forced', async () => {
    const { number, params } = await buyTicket(shop, await newSlot(shop), 1);
    const warned = await admit(number);
    expect(warned).toMatchObject({ status: 409, refused: 'not_today', number });
    expect(warned.said.en).toContain('is not for today');
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('valid');
    expect(await admit(number, true)).toMatchObject({ done: 'gate', quantity: 1 });
  });
});

describe('a gate', () => {
  it('says what to hand out, and for whom: once, with the first of the group', async () => {
    const span = await newSlot(shop);
    const body = { ...choiceOf(span, 3), set_products: [{ id: booklet, count: 2 }] };
    const { order_token: token } = await shop.call('createOrder', { body });
    const { price } = await shop.call('putOrder', { params: { token }, body: customer });
    const { reservation_number: number } = await purchase(shop, { token, price });
    await makeToday(shop, span);
    const first = await ops.run('gate', { code: number, people: 2 });
    expect(first).toMatchObject({ quantity: 2, left: 1, lang: 'ja', kinds: [{ name: '大人', count: 2 }] });
    expect(first).toMatchObject({ product: expect.stringContaining('入館チケット'), sets: [{ count: 2 }] });
    expect(first.said.en).toMatch(/To hand out: .+ × 2\. Still outside: 1\./);
    expect(await ops.run('gate', { code: number, people: 2 })).toMatchObject({ refused: 'fewer_left', left: '1' });
    expect(await ops.run('gate', { code: number })).toMatchObject({ quantity: 1, left: 0, sets: [] });
  });

  it('of one product refuses the ticket of another by its name, and lets nobody in', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, 1);
    await makeToday(shop, span);
    const refused = await ops.run('gate', { code: number, products: `${dated}, ${season}`, force: true });
    expect(refused).toMatchObject({ status: 409, refused: 'other_product', number });
    expect(refused.said.ja).toContain('入館チケット');
    expect(await ops.run('gate', { code: number, products: `${dated},${timed}` })).toMatchObject({ quantity: 1 });
  });
});

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
