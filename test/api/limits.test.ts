import { DefaultQueryExecutor, sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buyTicket, changeRows, done, newSlot } from './kit/arrange.ts';
import { choiceOf, customer, freeSlots, newKey, ready, slotAt } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { newAddress } from './kit/mails.ts';
import { pay } from './kit/pay.ts';
import { behindProxy } from './kit/process.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/**
 * Rate limits per visitor (docs/architecture.md#bar-look-up, docs/architecture.md#bar-guesses), behind a trusted proxy that
 * reports the client's address.
 */
const shop = await forFile(startShop({ seatsPerAddress: 12, proxies: behindProxy }));
beforeEach(async () => {
  for (const table of ['tries', 'outbox'] as const) await shop.db.deleteFrom(table).execute();
});

const from = (address: string) => ({ 'x-forwarded-for': `6.6.6.6, ${address}` });
const order = (span: string, seats: number, address: string) =>
  shop.send('createOrder', { body: choiceOf(span, seats), headers: from(address) });
const tokenIn = ({ text }: { text: string }): string => JSON.parse(text).order_token;
/** As if what was counted twice, by the address, had been counted so many times more. */
const repeatTries = (times: number) =>
  sql`insert into tries (id, about) select gen_random_uuid(), about from
    (select about from tries group by about having count(*) = 2) as twice, generate_series(1, ${times}::int)`.execute(
    shop.db,
  );

it('holds of one address store no readable address, and none after they end', async () => {
  const slot = (await slotAt(shop, 0)).id;
  expect((await order(slot, 2, '198.51.100.1')).status).toBe(200);
  const cancelled = tokenIn(await order(slot, 2, '198.51.100.2'));
  await shop.call('deleteOrder', { params: { token: cancelled } });
  await pay(shop, await ready(shop, slot));
  const read = () => shop.db.selectFrom('orders').select(['status', 'asked_by']).execute();
  expect(JSON.stringify(await read())).not.toMatch(/198\.51|127\.0/);
  await shop.sweep();
  const withAddress = (await read()).filter(({ asked_by }) => asked_by !== null);
  expect(withAddress.filter(({ status }) => !['open', 'expired', 'cancelled'].includes(status))).toEqual([]);
  expect(withAddress.length).toBeGreaterThan(0);
  await changeRows(shop, 'orders', {}, { hold_until: sql<Date>`now() - interval '5 hours'` });
  await shop.sweep();
  expect((await read()).filter(({ asked_by }) => asked_by !== null)).toEqual([]);
});

describe('look-ups', async () => {
  const holder = await buyTicket(shop, (await slotAt(shop, 4)).id, { adults: 2 });
  const look = (email: string, number: string, address = '203.0.113.7') =>
    shop.send('getReservation', { query: { email, reservation_number: number }, headers: from(address) });
  const anyNumber = () => `${newKey().slice(0, 4)}-AAAA-AAAA`.replaceAll('0', '2');
  const wrongMail = () =>
    look(`${newKey()}@visitor.example`, holder.number, `203.0.113.${Math.ceil(Math.random() * 99)}`);
  const wrongNumber = () => look(customer.email, anyNumber(), `203.0.113.${Math.ceil(Math.random() * 99)}`);

  it('open the right ticket from any address while many addresses guess', async () => {
    const guesses = Array.from({ length: 200 }, (_, at) => look(customer.email, anyNumber(), `10.0.0.${at}`));
    const among = Array.from({ length: 20 }, (_, at) => look(customer.email, holder.number, `203.0.113.${100 + at}`));
    expect((await Promise.all(guesses)).every(({ status }) => status === 404)).toBe(true);
    expect(done(await Promise.all(among))).toBe(20);
    expect((await look(customer.email, holder.number, '10.0.0.1')).status).toBe(200);
    expect(await shop.deps.metrics.registry.metrics()).toMatch(/shop_wrong_guesses_total\{what="look-up"\} \d{3}/);
  });

  it('of one address are limited to three hundred wrong ones; right ones are not limited', async () => {
    const guess = async () => (await look(`${newKey()}@visitor.example`, anyNumber())).status;
    const before = [await guess(), await guess()];
    await repeatTries(297);
    expect([...before, await guess(), await guess()]).toEqual([404, 404, 404, 429]);
    expect((await look(customer.email, 'AAAA-AAAA-AAAA')).status).toBe(429);
    expect((await look(customer.email, 'AAAA-AAAA-AAAA', '203.0.113.8')).status).toBe(404);
    expect((await look(customer.email, holder.number)).status).toBe(200);
  });

  it('from a fresh /64 each time are limited to twice as many for their /48', async () => {
    const about = shop.deps.tokens.idOf(`look-up\n${shop.deps.tokens.idOf('address\n2001:db8:d:0::/48')}`);
    const rows = Array.from({ length: 598 }, () => ({ id: newKey(), about }));
    await shop.db.insertInto('tries').values(rows).execute();
    const guess = (at: string) => look(`${newKey()}@visitor.example`, anyNumber(), `2001:db8:d:${at}::1`);
    const answers = [await guess('1'), await guess('ff02'), await guess('a003'), await guess('a104')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429, 429]);
  });

  it('run the same queries for a wrong mail and a wrong number', async () => {
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    const statements = async (request: typeof wrongMail) => {
      executed.mockClear();
      expect((await request()).status).toBe(404);
      return executed.mock.calls.map(([query]) => query.sql);
    };
    const [mail, number] = [await statements(wrongMail), await statements(wrongNumber)];
    executed.mockRestore();
    expect(mail.length).toBeGreaterThan(2);
    expect(mail).toEqual(number);
  });
});

describe('links to tickets by mail', () => {
  const requestLinks = (email: string, address: string) =>
    shop.send('createReservationMail', { body: { email, lang: 'ja' }, headers: from(address) });

  it('may be requested three times in ten minutes by one visitor; others may still request them for the same address', async () => {
    const tagged = (at: number) => customer.email.replace('@', `+${at}@`);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => requestLinks(tagged(at), '203.0.113.9')));
    expect(done(answers)).toBe(3);
    expect((await requestLinks(customer.email, '203.0.113.10')).status).toBe(200);
  });

  it('may be requested sixty times by one visitor, for any addresses', async () => {
    const answers = Array.from({ length: 64 }, () => requestLinks(`${newKey()}@visitor.example`, '203.0.113.11'));
    expect(done(await Promise.all(answers))).toBe(60);
  });
});

describe('coupon codes', () => {
  const takeHold = async (address: string) => tokenIn(await order((await freeSlots(shop, 2))[0]?.id ?? '', 1, address));
  const code = (token: string, coupon: string, address: string) =>
    shop.send('createOrderCoupon', { params: { token }, body: { coupon }, headers: from(address) });

  it('are answered sixty wrong ones per address, for any orders; then a right one reads as a wrong one, ten minutes long', async () => {
    const [network, elsewhere] = ['198.51.100.40', '198.51.100.42'];
    const guess = async () => (await code(await takeHold(network), newKey().slice(0, 8), network)).status;
    const before = [await guess(), await guess()];
    await repeatTries(57);
    expect([...before, await guess(), await guess()]).toEqual([404, 404, 404, 429]);
    const honest = await takeHold(network);
    const [right, wrong] = [await code(honest, 'WELCOME10', network), await code(honest, 'WELCOME99', network)];
    const read = ({ status, headers, text }: typeof right) => [
      status,
      headers.has('retry-after'),
      JSON.parse(text).code,
    ];
    expect(read(right)).toEqual([429, true, 'rate_limited']);
    expect(read(wrong)).toEqual(read(right));
    expect((await code(await takeHold(elsewhere), 'WELCOME10', elsewhere)).status).toBe(200);
    await changeRows(shop, 'tries', {}, { tried_at: sql`tried_at - interval '10 minutes'` });
    expect((await code(honest, 'WELCOME10', network)).status).toBe(200);
  });
});

const place = async (address: string): Promise<string> => {
  const body = choiceOf(await newSlot(shop), 1);
  const { order_token } = await shop.call('createOrder', { body, headers: from(address) });
  return order_token;
};
const confirm = (token: string, email: string, address: string): Promise<Answer> =>
  shop.send('createOrderMail', { params: { token }, body: { ...customer, email }, headers: from(address) });
const mails = async (): Promise<number> => (await shop.db.selectFrom('outbox').select('id').execute()).length;
/** As if the first mail had been requested so many times more. */
const repeatMails = (times: number) =>
  sql`insert into outbox (id, order_id, site, lang, kind, address, base)
    select gen_random_uuid(), order_id, site, lang, kind, address, base
    from (select * from outbox order by created_at limit 1) as sent, generate_series(1, ${times}::int)`.execute(
    shop.db,
  );

describe('confirmation mails', () => {
  it('of one unpaid order are limited to five an hour for all recipients and clients; the order is unchanged', async () => {
    const token = await place('198.51.100.1');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => confirm(token, newAddress(), `203.0.113.${at}`)),
    );
    expect([done(answers), await mails()]).toEqual([5, 5]);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && problemOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const { status, customer_info } = await shop.call('getOrder', { params: { token } });
    expect(status).toBe('open');
    const sentTo = await shop.db.selectFrom('outbox').select('address').execute();
    expect(sentTo.map(({ address }) => address)).toContain(customer_info?.email);
  });

  it('to one mailbox are limited to three an hour for one visitor, however the address is written', async () => {
    const written = ['hana.ko@gmail.com', 'HANAKO@gmail.com', 'hanako+shop@googlemail.com', 'h.anako+x@gmail.com'];
    const answers: Answer[] = [];
    for (const email of written) answers.push(await confirm(await place('198.51.100.2'), email, '198.51.100.2'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  it('requested by others do not prevent the mailbox’s owner from buying', async () => {
    const email = newAddress();
    for (let count = 0; count < 4; count += 1) await confirm(await place('198.51.100.3'), email, '198.51.100.3');
    expect((await confirm(await place('198.51.100.4'), email, '198.51.100.4')).status).toBe(200);
    for (let at = 0; at < 20; at += 1) await confirm(await place(`192.0.2.${at}`), email, `192.0.2.${at}`);
    expect(await mails()).toBe(12);
  });

  it('of one visitor are limited to 120 an hour for unpaid orders, including cancelled ones', async () => {
    const visitor = '198.51.100.5';
    const [cancelled, token] = [await place(visitor), await place(visitor)];
    for (const one of [cancelled, token]) await confirm(one, newAddress(), visitor);
    await repeatMails(117);
    await shop.call('deleteOrder', { params: { token: cancelled } });
    await shop.sweep();
    const next = await place(visitor);
    const answers = [await confirm(next, newAddress(), visitor), await confirm(next, newAddress(), visitor)];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    /* Mails of paid orders no longer count. */
    await shop.db
      .updateTable('orders')
      .set({ status: 'paid' })
      .where('status', '=', 'open')
      .where('customer', 'is not', null)
      .execute();
    expect((await confirm(await place(visitor), newAddress(), visitor)).status).toBe(200);
  });

  it('from a fresh /64 for each are limited to twice as many for their /48, to one mailbox and in all', async () => {
    const [email, at] = [newAddress(), (network: number) => `2001:db8:f:${(network << 8).toString(16)}::1`];
    const answers: Answer[] = [];
    for (let one = 0; one < 8; one += 1) answers.push(await confirm(await place(at(one)), email, at(one)));
    expect(done(answers)).toBe(6);
    await repeatMails(233);
    expect((await confirm(await place(at(9)), newAddress(), at(9))).status).toBe(200);
    expect((await confirm(await place(at(10)), newAddress(), at(10))).status).toBe(429);
    expect((await confirm(await place('2001:db8:e::1'), newAddress(), '2001:db8:e::1')).status).toBe(200);
  });
});

it('mails of tickets with repeated date changes are limited to thirty an hour', async () => {
  const slots = [await newSlot(shop), await newSlot(shop)];
  let { params } = await buyTicket(shop, slots[0] ?? '');
  let moved = 0;
  for (let round = 1; round < 40; round += 1) {
    const body = { time_span_id: slots[round % 2] ?? '' };
    const answer = await shop.send('changeDate', { params, body });
    if (answer.status !== 200) {
      expect(problemOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
      break;
    }
    params = JSON.parse(answer.text);
    moved += 1;
  }
  expect(moved).toBe(30);
});
