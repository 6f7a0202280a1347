import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { adults, buyTicket, changeRows, newSlot, paramsOf, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { customer, newKey } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { makeToday, openOps, readMailKinds } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** The ways back to a ticket, and new links in the place of those that leaked. */
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
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

const revoke = (token: string) => shop.send('revokeTicket', { params: paramsOf(token), key: newKey() });
/** The token in the link of the newest mail to an address. */
const newestToken = async (email: string) => {
  const letter = await renderLatestMail(shop, email);
  return /#\/id\/([\w-]+)/.exec(letter?.link?.href ?? '')?.[1] ?? '';
};
const statusOf = async (token: string) => (await shop.send('getTicket', { params: paramsOf(token) })).status;

describe('a link that leaked', () => {
  it('shows the recipient of the new link beforehand: the buyer, or the recipient of a sent ticket', async () => {
    const email = `hanako.${newAddress()}`;
    const { params, number } = await buyTicket(shop, await newSlot(shop), { adults: 3, email });
    const hiddenMailOf = async (token: string) => (await ticketOf(shop, token)).holder_email;
    const own = 'h***@visitor.example';
    expect(await hiddenMailOf(params.reservation_token)).toBe(own);
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    expect(await hiddenMailOf(part.reservation_token)).toBe(own);
    const body = sending(1, `friend.${newAddress()}`);
    await shop.call('sendTicket', { params, body });
    const token = await newestToken(body.email);
    expect(await hiddenMailOf(token)).toBe('f***@visitor.example');
    await ops.code('cancel', { reservation_number: number });
    expect(await hiddenMailOf(params.reservation_token)).toBeUndefined();
  });

  it('invalidates its codes: at the gate only the new ones are valid', async () => {
    const email = newAddress();
    const span = await newSlot(shop);
    const { params, number } = await buyTicket(shop, span, { adults: 2, email });
    const before = await ticketOf(shop, params.reservation_token);
    expect(await ops.run('revoke', { reservation_number: number })).toMatchObject({
      done: 'revoke',
      number,
      address: email,
    });
    const token = await newestToken(email);
    const after = await ticketOf(shop, token);
    await makeToday(shop, span);
    for (const code of [before.entry_code, ...before.people.map(({ entry_code }) => entry_code)])
      expect(await ops.code('gate', { code })).toBe('unknown');
    for (const { entry_code } of after.people) expect(await ops.code('gate', { code: entry_code })).toBe('gate');
  });

  it('invalidates the share link and the links of split-off tickets, which its page showed', async () => {
    const email = newAddress();
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 4, email });
    const split = async (token: string) =>
      (await shop.call('splitTicket', { params: paramsOf(token), body: { option_values: adults(1) } }))
        .reservation_token;
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(2) } });
    const deeper = await split(part.reservation_token);
    const { share_token } = await shop.call('shareTicket', { params: paramsOf(deeper) });
    await revoke(params.reservation_token);
    for (const token of [params.reservation_token, part.reservation_token, deeper])
      expect(await statusOf(token)).toBe(404);
    expect((await shop.send('getSharedTicket', { params: { share_token } })).status).toBe(404);
    const token = await newestToken(email);
    const [child] = (await ticketOf(shop, token)).children;
    expect(await ticketOf(shop, child?.reservation_token ?? '')).toMatchObject({ state: 'valid', quantity: 1 });
  });

  const moments = {
    'a day later': async () => {
      await changeRows(shop, 'idempotency', {}, { started_at: new Date(Date.now() - 25 * 3_600_000) });
      await shop.sweep();
    },
    'when the first answer was lost': () =>
      changeRows(shop, 'idempotency', {}, { status: null, body: null, started_at: new Date(0) }),
  };
  it.each(Object.entries(moments))(
    'gets no new one by repeating what was done with it, %s: a split, or another date',
    async (_when, later) => {
      const { params } = await buyTicket(shop, await newSlot(shop), { adults: 4, email: newAddress() });
      const split = { params, body: { option_values: adults(1) }, key: newKey() };
      const change = { params, body: { time_span_id: await newSlot(shop) }, key: newKey() };
      const tokenIn = ({ text }: Answer) => JSON.parse(text).reservation_token;
      await shop.send('splitTicket', split);
      await revoke(tokenIn(await shop.send('changeDate', change)));
      await later();
      const again = [await shop.send('splitTicket', split), await shop.send('changeDate', change)];
      expect(again.map((answer) => [answer.status, tokenIn(answer)])).toEqual([
        [200, ''],
        [200, ''],
      ]);
    },
  );

  it('is replaced at most three times an hour by its holder', async () => {
    const email = newAddress();
    const { params } = await buyTicket(shop, await newSlot(shop), { email });
    let token = params.reservation_token;
    for (let round = 0; round < 3; round += 1) {
      expect((await revoke(token)).status).toBe(200);
      token = await newestToken(email);
    }
    expect(problemOf(await revoke(token)).code).toBe('rate_limited');
    expect(await statusOf(token)).toBe(200);
  });

  it('is not replaced by the venue if the ticket is unknown or cancelled', async () => {
    const { number } = await buyTicket(shop, await newSlot(shop), { email: newAddress() });
    expect(await ops.code('revoke', { reservation_number: 'AAAA-BBBB-CCCC' })).toBe('unknown');
    await ops.code('cancel', { reservation_number: number });
    expect(await ops.code('revoke', { reservation_number: number })).toBe('cancelled');
  });
});
