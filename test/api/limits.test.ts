import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proxiesOf } from '#server/http/address.ts';
import { createOrder, extendOrder } from '#src/api/contract/orders.ts';
import { createReservationMail, getReservation } from '#src/api/contract/reservations.ts';
import { choiceOf, customer, newKey, pay, ready, slotAt } from './kit/buyer.ts';
import { buyTicket, done, type Holder } from './kit/holder.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';

/** How much one visitor may ask (quality-bars S3, S4). Behind a proxy of ours, which says who they are. */
const most = 12;
let shop: Shop;
beforeAll(async () => {
  const proxies = proxiesOf('1') ?? undefined;
  shop = await startShop({ seatsPerAddress: most, ...(proxies ? { proxies } : {}) });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.deleteFrom('tries').execute();
});

const from = (address: string) => ({ 'x-forwarded-for': `6.6.6.6, ${address}` });
const order = (span: string, seats: number, address: string) =>
  shop.send(createOrder, { body: choiceOf(span, seats), key: newKey(), headers: from(address) });
const tokenIn = ({ text }: { text: string }): string => JSON.parse(text).order_token;
const expire = (span: string) =>
  shop.db
    .updateTable('orders')
    .set({ hold_until: sql<Date>`now() - interval '1 second'` })
    .where('time_span_id', '=', span)
    .execute();

describe('holds of one address', () => {
  it('are so many seats of a time, however many ask at once; other times and other visitors go on', async () => {
    const [slot, other] = [(await slotAt(shop, 0)).id, (await slotAt(shop, 1)).id];
    const answers = await Promise.all(Array.from({ length: 8 }, () => order(slot, 2, '198.51.100.1')));
    expect(done(answers)).toBe(most / 2);
    const refused = answers.find(({ status }) => status !== 200) ?? answers[0];
    expect(refused && problemOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await order(other, 2, '198.51.100.1')).status).toBe(200);
    expect((await order(slot, 2, '198.51.100.2')).status).toBe(200);
    const { held } = await shop.db
      .selectFrom('time_spans')
      .select('held')
      .where('id', '=', slot)
      .executeTakeFirstOrThrow();
    expect(held).toBe(most + 2);
  });

  it('do not count once they are paid, and a changed choice takes the place of its own', async () => {
    const slot = await newSlot(shop, { seats: 60 });
    const headers = from('198.51.100.3');
    const first = await order(slot, 10, '198.51.100.3');
    const body = { ...choiceOf(slot, 9), replaces: tokenIn(first) };
    expect((await shop.send(createOrder, { body, key: newKey(), headers })).status).toBe(200);
    expect((await order(slot, 4, '198.51.100.3')).status).toBe(429);
    for (let count = 0; count < 2; count += 1) expect((await pay(shop, await ready(shop, slot, 7))).status).toBe(200);
  });

  it('cannot be laid by and taken up again beyond that', async () => {
    const slot = (await slotAt(shop, 3)).id;
    const laidBy = tokenIn(await order(slot, 8, '198.51.100.4'));
    await expire(slot);
    await shop.sweep();
    expect((await order(slot, 8, '198.51.100.4')).status).toBe(200);
    const again = await shop.send(extendOrder, { params: { token: laidBy }, key: newKey() });
    expect(problemOf(again)).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('leave no address behind, and none that could be read meanwhile', async () => {
    const read = () => shop.db.selectFrom('orders').select(['status', 'asked_by']).execute();
    expect(JSON.stringify(await read())).not.toMatch(/198\.51|127\.0/);
    await shop.sweep();
    const kept = (await read()).filter(({ asked_by }) => asked_by !== null);
    expect(kept.filter(({ status }) => !['open', 'expired'].includes(status))).toEqual([]);
    expect(kept.length).toBeGreaterThan(0);
    await shop.db.updateTable('orders').set({ hold_until: sql<Date>`now() - interval '5 hours'` }).execute();
    await shop.sweep();
    expect((await read()).filter(({ asked_by }) => asked_by !== null)).toEqual([]);
  });
});

describe('look-ups', () => {
  let holder: Holder;
  beforeAll(async () => {
    holder = await buyTicket(shop, (await slotAt(shop, 4)).id);
  });
  const look = (email: string, number: string, address = '203.0.113.7') =>
    shop.send(getReservation, { query: { email, reservation_number: number }, headers: from(address) });
  const wrongMail = () =>
    look(`${newKey()}@visitor.example`, holder.number, `203.0.113.${Math.ceil(Math.random() * 99)}`);
  const wrongNumber = () =>
    look(customer.email, `${newKey().slice(0, 4)}-AAAA-AAAA`, `203.0.113.${Math.ceil(Math.random() * 99)}`);

  it('of one address end after sixty wrong ones, whatever they are about; others go on', async () => {
    const tries = await Promise.all(
      Array.from({ length: 64 }, () => look(`${newKey()}@visitor.example`, newKey().slice(0, 12))),
    );
    expect(tries.filter(({ status }) => status === 404)).toHaveLength(60);
    expect((await look(customer.email, holder.number)).status).toBe(429);
    expect((await look(customer.email, holder.number, '203.0.113.8')).status).toBe(200);
    const mails = Array.from({ length: 64 }, () =>
      shop.send(createReservationMail, {
        body: { email: `${newKey()}@visitor.example`, lang: 'ja' },
        headers: from('203.0.113.9'),
      }),
    );
    expect(done(await Promise.all(mails))).toBe(60);
  });

  it('take as long for a wrong mail as for a wrong number', async () => {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 60; turn += 1)
      for (const [kind, ask] of [wrongMail, wrongNumber].entries()) {
        await shop.db.deleteFrom('tries').execute();
        const start = performance.now();
        expect((await ask()).status).toBe(404);
        times[kind === 0 ? 0 : 1].push(performance.now() - start);
      }
    const [mail = 0, number = 0] = times.map((all) => all.toSorted((a, b) => a - b)[all.length / 2] ?? 0);
    expect(Math.max(mail, number) / Math.min(mail, number)).toBeLessThan(1.5);
  });
});
