import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proxiesOf } from '#server/http/address.ts';
import { createOrder, deleteOrder } from '#src/api/contract/orders.ts';
import { createReservationMail, getReservation } from '#src/api/contract/reservations.ts';
import { choiceOf, customer, newKey, pay, ready, slotAt } from './kit/buyer.ts';
import { buyTicket, done, type Holder } from './kit/holder.ts';
import { type Shop, startShop } from './kit/shop.ts';

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

describe('holds of one address', () => {
  it('leave no address behind, and none that could be read meanwhile', async () => {
    const slot = (await slotAt(shop, 0)).id;
    expect((await order(slot, 2, '198.51.100.1')).status).toBe(200);
    const cancelled = tokenIn(await order(slot, 2, '198.51.100.2'));
    await shop.ask(deleteOrder, { params: { token: cancelled }, key: newKey() });
    await pay(shop, await ready(shop, slot));
    const read = () => shop.db.selectFrom('orders').select(['status', 'asked_by']).execute();
    expect(JSON.stringify(await read())).not.toMatch(/198\.51|127\.0/);
    await shop.sweep();
    const kept = (await read()).filter(({ asked_by }) => asked_by !== null);
    expect(kept.filter(({ status }) => !['open', 'expired', 'cancelled'].includes(status))).toEqual([]);
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
