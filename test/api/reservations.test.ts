import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { buyTicket, changeRows, newSlot, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { customer, newKey } from './kit/buyer.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { readMailKinds } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
beforeEach(async () => {
  await shop.db.deleteFrom('tries').execute();
});

const look = (email: string, reservation_number: string) =>
  shop.send('getReservation', { query: { email, reservation_number } });
/** A number that may exist: its letters have no 0. */
const wrongNumber = () => `${newKey().slice(0, 4)}-AAAA-AAAA`.toUpperCase().replaceAll('0', '2');

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

    await changeRows(shop, 'tries', {}, { tried_at: sql`tried_at - interval '10 minutes'` });
    expect((await look(customer.email, wrongNumber())).status).toBe(404);
    await changeRows(shop, 'tries', {}, { tried_at: sql`tried_at - interval '60 minutes'` });
    await shop.sweep();
    expect(await shop.db.selectFrom('tries').selectAll().execute()).toEqual([]);
  });

  it('do not count what can be no number, and find a number with slips of the hand', async () => {
    const email = newAddress();
    const { number } = await buyTicket(shop, await newSlot(shop), { email });
    await changeRows(shop, 'tickets', { number }, { number: 'L2L3-L4L5-L6L7' });
    for (const typed of ['AAAA-AAAA-AAA', 'AAAA-AAAA-AAA0', 'AAAA-AAAA-AAAO', 'いちに', '予約番号', ...'abcdefgh'])
      expect(problemOf(await look(email, typed)).code).toBe('ticket_not_found');
    expect(await shop.db.selectFrom('tries').selectAll().execute()).toEqual([]);
    for (const typed of [
      'l2l3–l4l5–l6l7',
      '1213−I4I5⁻16I7',
      'Ｌ２Ｌ３ーＬ４Ｌ５ーＬ６Ｌ７',
      '「L2L3 L4L5 L6L7」。',
      '"L2L3・L4L5・L6L7"',
    ])
      expect((await look(email, typed)).status).toBe(200);
  });
});

const requestLinks = (email: string, lang: Lang = 'en') =>
  shop.send('createReservationMail', { body: { email, lang } });

/** Tickets held by a test's own address, which received them from another holder. */
const receiveTicket = async (email: string, span: string) => {
  const { params } = await buyTicket(shop, span, { adults: 2 });
  await shop.call('sendTicket', { params, body: sending(2, email) });
  const row = await rowOf(shop, 'tickets', { email, time_span_id: span });
  return shop.deps.tokens.token('reservation', row.id);
};

const letterTo = (address: string) => renderLatestMail(shop, address, 'ticket_links');
const numberOf = async (token: string) => (await ticketOf(shop, token)).reservation_number;

describe('the links to tickets, requested by mail', () => {
  it('are one mail with all upcoming visits, the nearest first, in the language of the page', async () => {
    const email = newAddress();
    const [near, far] = [await newSlot(shop), await newSlot(shop)];
    const farTicket = await receiveTicket(email, far);
    const sooner = await receiveTicket(email, near);
    expect((await requestLinks(` ${email.toUpperCase()}`, 'kr')).status).toBe(200);
    expect(await readMailKinds(shop, email)).toEqual(['ticket_sent', 'ticket_sent']);
    await shop.sweep();
    const letter = await letterTo(email.toUpperCase());
    expect(letter.lang).toBe('ko');
    expect(letter.subject).toContain('티켓 링크 안내');
    const hrefs = [letter, ...letter.others].map(({ link }) => link?.href);
    expect(hrefs).toEqual([sooner, farTicket].map((token) => `${shop.url}/#/id/${token}?lang=kr`));
    const numbers = [letter, ...letter.others].map(({ rows }) => rows[0]?.[1]);
    expect(numbers).toEqual([await numberOf(sooner), await numberOf(farTicket)]);
    expect(letter.greeting).toBe('');
  });

  it('get the same response for known and unknown addresses, and both leave a request for the sweep', async () => {
    const known = newAddress();
    await receiveTicket(known, await newSlot(shop));
    const answers = [await requestLinks(known), await requestLinks(newAddress())];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"accepted":true}'],
      [200, '{"accepted":true}'],
    ]);
    const waiting = await shop.db.selectFrom('link_requests').select('id').execute();
    expect(waiting).toHaveLength(2);
    expect(await readMailKinds(shop, known)).toEqual(['ticket_sent']);
    await shop.sweep();
    expect(await shop.db.selectFrom('link_requests').select('id').execute()).toEqual([]);
    expect(JSON.stringify(shop.logged)).not.toContain(known);
  });

  it('are mailed at most three times an hour; further requests get the same response', async () => {
    const email = newAddress();
    await receiveTicket(email, await newSlot(shop));
    /* Eleven minutes pass between two requests; mails are counted over an hour. */
    for (let round = 0; round < 5; round += 1) {
      expect((await requestLinks(email)).status).toBe(200);
      await shop.sweep();
      await changeRows(shop, 'tries', {}, { tried_at: sql`tried_at - interval '11 minutes'` });
    }
    const links = async () => (await readMailKinds(shop, email)).filter((kind) => kind === 'ticket_links');
    expect(await links()).toHaveLength(3);
    await changeRows(shop, 'tries', {}, { tried_at: sql`tried_at - interval '1 hour'` });
    await requestLinks(email);
    await shop.sweep();
    expect(await links()).toHaveLength(4);
  });
});
