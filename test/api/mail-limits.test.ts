import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buyTicket, done, newSlot } from './kit/arrange.ts';
import { choiceOf, customer } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { newAddress } from './kit/mails.ts';
import { behindProxy } from './kit/process.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ proxies: behindProxy }));
beforeEach(async () => {
  await shop.db.deleteFrom('tries').execute();
  await shop.db.deleteFrom('outbox').execute();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
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
