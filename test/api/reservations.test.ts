import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { customer, newKey, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket } from './kit/holder.ts';
import { problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const holder = await buyTicket(shop, (await slotAt(shop, 0)).id);
beforeEach(async () => {
  await shop.db.deleteFrom('tries').execute();
});

const look = (email: string, reservation_number: string) =>
  shop.send('getReservation', { query: { email, reservation_number } });
const found = async (email: string, reservation_number: string) =>
  (await shop.call('getReservation', { query: { email, reservation_number } })).reservation_token;
const wrongNumber = () => `${newKey().slice(0, 4)}-AAAA-AAAA`.toUpperCase();

describe('wrong tries', () => {
  it('of one visitor for one mail are limited to ten in ten minutes, also concurrently', async () => {
    const tries = await Promise.all(Array.from({ length: 14 }, () => look(customer.email, wrongNumber())));
    const codes = tries.map((answer) => problemOf(answer).code);
    expect(codes.filter((code) => code === 'ticket_not_found')).toHaveLength(10);
    const waits = await look(customer.email.toUpperCase(), wrongNumber());
    expect(problemOf(waits)).toMatchObject({ status: 429, code: 'rate_limited' });
    const seconds = Number(waits.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect((await look('another@visitor.example', wrongNumber())).status).toBe(404);

    await shop.db.updateTable('tries').set({ tried_at: sql`tried_at - interval '10 minutes'` }).execute();
    expect((await look(customer.email, wrongNumber())).status).toBe(404);
    await shop.db.updateTable('tries').set({ tried_at: sql`tried_at - interval '60 minutes'` }).execute();
    await shop.sweep();
    expect(await shop.db.selectFrom('tries').selectAll().execute()).toEqual([]);
  });

  it('do not prevent a right look-up, not even by the same visitor', async () => {
    for (let round = 0; round < 12; round += 1) {
      await look(customer.email, wrongNumber());
      await look(`${newKey()}@visitor.example`, holder.number);
    }
    expect(await found(customer.email, holder.number)).toBe(holder.params.reservation_token);
  });

  it('do not include right ones, and store no personal data', async () => {
    for (let round = 0; round < 12; round += 1)
      expect(await found(customer.email, holder.number)).toBe(holder.params.reservation_token);
    await look(customer.email, wrongNumber());
    const stored = JSON.stringify(await shop.db.selectFrom('tries').selectAll().execute());
    expect(stored).not.toContain(customer.email);
    expect(JSON.stringify(shop.logged)).not.toContain(customer.email);
  });
});
