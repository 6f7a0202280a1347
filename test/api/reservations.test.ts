import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { getReservation } from '#src/api/contract/reservations.ts';
import { changeDate, sendTicket } from '#src/api/contract/tickets.ts';
import { customer, newKey, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket, mailedTo, sending, ticketOf } from './kit/holder.ts';
import { problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const holder = await buyTicket(shop, (await slotAt(shop, 0)).id);
beforeEach(async () => {
  await shop.db.deleteFrom('tries').execute();
});

const look = (email: string, reservation_number: string) =>
  shop.send(getReservation, { query: { email, reservation_number } });
const found = async (email: string, reservation_number: string) =>
  (await shop.call(getReservation, { query: { email, reservation_number } })).reservation_token;
/** A response without its request id, the only part that always differs. */
const sameFor = (text: string | undefined) => text?.replace(/"request_id":"[\w-]{36}"/, '');
const wrongNumber = () => `${newKey().slice(0, 4)}-AAAA-AAAA`.toUpperCase();

describe('looking up a reservation', () => {
  const wide = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

  it.each([
    ['as told', (mail: string) => mail, (number: string) => number],
    [
      'in other case, with spaces',
      (mail: string) => ` ${mail.toUpperCase()} `,
      (number: string) => number.toLowerCase(),
    ],
    ['full width', wide, wide],
    ['without hyphens', (mail: string) => mail, (number: string) => number.replaceAll('-', '')],
    ['with spaces for hyphens', (mail: string) => mail, (number: string) => ` ${number.replaceAll('-', ' ')}`],
  ])('opens the ticket, typed %s', async (_how, mail, number) => {
    expect(await found(mail(customer.email), number(holder.number))).toBe(holder.params.reservation_token);
  });

  it('gives the same response for an unknown mail, an unknown number and another site', async () => {
    const answers = [
      await look('nobody@visitor.example', holder.number),
      await look(customer.email, wrongNumber()),
      await look('nobody', 'nothing'),
    ];
    for (const { status, text } of answers) {
      expect([status, sameFor(text)]).toEqual([404, sameFor(answers[0]?.text)]);
      expect(problemOf(answers[0] ?? answers[1] ?? { status, headers: new Headers(), text }).code).toBe(
        'ticket_not_found',
      );
    }
  });

  it('opens the current ticket: after a date change the new one, after sending the remaining one', async () => {
    const bought = await buyTicket(shop, (await slotAt(shop, 1)).id);
    const { id } = await slotAt(shop, 2);
    const { reservation_token } = await shop.call(changeDate, {
      params: bought.params,
      body: { time_span_id: id },
      key: newKey(),
    });
    expect(await found(customer.email, bought.number)).toBe(reservation_token);

    const body = sending(1);
    await shop.call(sendTicket, { params: { reservation_token }, body, key: newKey() });
    const theirs = await mailedTo(shop, body.email);
    const { reservation_number } = await ticketOf(shop, theirs);
    expect(await found(body.email, reservation_number)).toBe(theirs);
    for (const answer of [await look(customer.email, reservation_number), await look(body.email, bought.number)])
      expect(problemOf(answer).code).toBe('ticket_not_found');
  });
});

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
