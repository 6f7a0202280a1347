import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { customerFields } from '#src/domain/customer.ts';
import { buyTicket, changeRows, changeSlot, newSlot, rowOf, rowsOf, sending } from './kit/arrange.ts';
import { customer, hold, ready } from './kit/buyer.ts';
import { allNotified } from './kit/every-method.ts';
import { newAddress } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { pay, replyOf } from './kit/pay.ts';
import { everything, isNamed, orderIdOf, passDays, readTotals, runNow } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ retention: { visitDays: 417 } }));
const ops = await forFile(openOps(shop));

const bought = async (people = 2) => {
  const span = await newSlot(shop);
  const holder = await buyTicket(shop, span, { adults: people });
  return { ...holder, span, id: await orderIdOf(shop, holder.order) };
};
/** An order with a customer whose hold expired long ago. */
const expired = async () => {
  const { token } = await ready(shop, await newSlot(shop));
  const id = await orderIdOf(shop, token);
  await changeRows(shop, 'orders', { id }, { status: 'expired' });
  return { token, id };
};

describe('data stays as long as it is needed', () => {
  const cases: Record<string, () => Promise<{ id: string; days: number }>> = {
    'a visit to come': async () => ({ id: (await bought()).id, days: 0 }),
    'a visit that was moved to a later date': async () => {
      const { id, params, span } = await bought();
      await passDays(shop, id, 500);
      await changeSlot(shop, span, { reservation_to: sql`now() + interval '1 day'` });
      await shop.call('changeDate', { params, body: { time_span_id: await newSlot(shop) } });
      await changeSlot(shop, span, { reservation_to: new Date(1) });
      await changeRows(shop, 'outbox', { order_id: id }, { state: 'sent' });
      return { id, days: 0 };
    },
    'a part sent to somebody whose visit is to come': async () => {
      const { id, params } = await bought();
      const body = sending(1);
      await shop.call('sendTicket', { params, body });
      await passDays(shop, id, 500);
      await changeRows(shop, 'tickets', { email: body.email }, { time_span_id: await newSlot(shop) });
      return { id, days: 0 };
    },
    'money that is due back': async () => {
      const { id } = await bought();
      await allNotified(shop);
      await changeRows(shop, 'payments', { order_id: id }, { state: 'refund_due' });
      await changeRows(shop, 'orders', { id }, { status: 'refunded' });
      return { id, days: 500 };
    },
    'a payment whose outcome is open': async () => {
      const order = await ready(shop, await newSlot(shop));
      const reply = replyOf(await pay(shop, order, { card: '4000002760003184' }));
      expect(reply.status).toBe('requires_action');
      const id = await orderIdOf(shop, order.token);
      await changeRows(shop, 'orders', { id }, { status: 'expired' });
      return { id, days: 500 };
    },
    'a hold': async () => {
      const { token } = await ready(shop, await newSlot(shop));
      return { id: await orderIdOf(shop, token), days: 500 };
    },
    'an order that expired today': async () => ({ id: (await expired()).id, days: 0 }),
    'an invitation while the sale goes on': async () => {
      const slot = await newSlot(shop);
      const { email: _mail, ...known } = customer;
      const options = [{ id: 'admission-adult', count: 1 }];
      const mail = newAddress();
      await ops.run('invite', { site: 'borderless', mail, lang: 'en', slot, options, customer: known });
      const { id } = await rowOf(shop, 'orders', { time_span_id: slot });
      await passDays(shop, id, 90);
      await changeSlot(shop, slot, { sale_to: sql`now() + interval '1 day'` });
      return { id, days: 0 };
    },
    'a mail of a paid order that is still to be sent': async () => {
      const { id } = await bought();
      await passDays(shop, id, 500);
      await changeRows(shop, 'outbox', { order_id: id }, { state: 'due', created_at: sql`now() - interval '29 days'` });
      return { id, days: 0 };
    },
  };

  it.each(Object.entries(cases))('%s', async (_name, make) => {
    const { id, days } = await make();
    if (days > 0) await passDays(shop, id, days);
    expect(await runNow(shop)).toMatchObject({ event: 'retention_done' });
    expect(await isNamed(shop, id)).toBe(true);
    await changeRows(shop, 'outbox', { order_id: id }, { state: 'sent' });
  });
});

describe('data ends', () => {
  it('of a paid order 417 days after the visit, by the calendar of the venue', async () => {
    const { id } = await bought();
    /* The visit is tomorrow: after 418 days it is 417 days past, the last day of retention. */
    await passDays(shop, id, 418);
    await runNow(shop);
    expect(await isNamed(shop, id)).toBe(true);
    await passDays(shop, id, 1);
    expect(await runNow(shop)).toMatchObject({ facts: { visits: 1 } });
    expect(await isNamed(shop, id)).toBe(false);
  });

  it('of a visit that ends at midnight with the day before', async () => {
    const { id, span } = await bought();
    const midnight = sql<Date>`((now() at time zone 'Asia/Tokyo')::date - 417)::timestamp at time zone 'Asia/Tokyo'`;
    await passDays(shop, id, 500);
    await changeSlot(shop, span, { reservation_to: midnight });
    await runNow(shop);
    expect(await isNamed(shop, id)).toBe(false);
  });

  it('of an expired order after a day, with the mail that led back to it', async () => {
    const { token } = await hold(shop, await newSlot(shop));
    const id = await orderIdOf(shop, token);
    await shop.call('createOrderMail', { params: { token }, body: { ...customer, email: newAddress() } });
    await passDays(shop, id, 2);
    await shop.sweep();
    await runNow(shop);
    expect(await isNamed(shop, id)).toBe(false);
    expect(await rowsOf(shop, 'outbox', { order_id: id })).toEqual([]);
  });

  it('of mails after 30 days, while the order stays', async () => {
    const { id } = await bought();
    await changeRows(shop, 'outbox', { order_id: id }, { state: 'sent', sent_at: sql`now() - interval '29 days'` });
    const mails = () => rowsOf(shop, 'outbox', { order_id: id });
    await runNow(shop);
    expect(await mails()).toHaveLength(1);
    const long = sql<Date>`now() - interval '31 days'`;
    await changeRows(shop, 'outbox', { order_id: id }, { created_at: long });
    await runNow(shop);
    expect(await mails()).toHaveLength(1);
    await changeRows(shop, 'outbox', { order_id: id }, { sent_at: long });
    await runNow(shop);
    expect([await mails(), await isNamed(shop, id)]).toEqual([[], true]);
  });

  it('of a paid order though a mail about it has waited to be sent for longer than mails are stored', async () => {
    const { id } = await bought();
    await passDays(shop, id, 500);
    await changeRows(shop, 'outbox', { order_id: id }, { state: 'due', created_at: sql`now() - interval '31 days'` });
    await runNow(shop);
    expect(await isNamed(shop, id)).toBe(false);
    expect(await rowsOf(shop, 'outbox', { order_id: id })).toEqual([]);
  });

  it('of records of a sale when the law no longer requires them', async () => {
    const { id, number } = await bought();
    await passDays(shop, id, 430);
    await runNow(shop);
    expect(await ops.code('receipt', { reservation_number: number })).toBe('receipt');
    const years = (count: number) =>
      changeRows(shop, 'orders', { id }, { records_from: sql`records_from - make_interval(years => ${count})` });
    await years(8);
    expect(await runNow(shop)).toMatchObject({ facts: { records: 0 } });
    await years(1);
    expect(await runNow(shop)).toMatchObject({ facts: { records: 1 } });
    expect(await ops.code('receipt', { reservation_number: number })).toBe('unknown');
    expect(await ops.code('gate', { code: number })).toBe('unknown');
    const ended = { provider_id: null, data: null, state: 'paid' };
    expect(await rowOf(shop, 'payments', { order_id: id })).toMatchObject(ended);
  });
});

it('leaves no personal field of an order, of a sent ticket and of mails, and each total of the accounting as it was', async () => {
  const { id, params } = await bought(3);
  await shop.call('sendTicket', { params, body: sending(1) });
  await passDays(shop, id, 500);
  const mark = (field: string) => `canary-${field}`;
  const marks = (...fields: readonly string[]) => JSON.stringify(Object.fromEntries(fields.map((f) => [f, mark(f)])));
  const data = JSON.parse(marks('fingerprint', 'url', 'card_holder'));
  await changeRows(shop, 'orders', { id }, { customer: marks(...customerFields), asked_by: mark('visitor') });
  await changeRows(
    shop,
    'payments',
    { order_id: id },
    {
      token: mark('token'),
      data: sql`coalesce(data, '{}') || ${JSON.stringify({ ...data, tracking: 'tr-1' })}::jsonb`,
    },
  );
  await changeRows(shop, 'outbox', { order_id: id }, { address: mark('outbox'), note: mark('note') });
  await changeRows(shop, 'tickets', { order_id: id, kind: 'sent' }, { email: mark('mail') });
  await sql`insert into link_requests (id, site, lang, address, base, asked_at) values (${crypto.randomUUID()},
    'borderless', 'ja', ${mark('link')}, 'https://shop.example', now() - interval '25 hours')`.execute(shop.db);
  await sql`insert into return_references (id, token_hash, payment_id, browser_hash, issued_at, expires_at)
    select gen_random_uuid(), 'a return', id, ${mark('browser')}, now(), now() from payments where order_id = ${id}`.execute(
    shop.db,
  );
  const marked = async () => new Set((await everything(shop)).match(/canary-\w+/g));
  expect((await marked()).size).toBe(customerFields.length + 10);
  const totals = await readTotals(shop.db);
  await runNow(shop);
  expect([...(await marked())]).toEqual([]);
  expect(await readTotals(shop.db)).toEqual(totals);
  /* A ticket without an address would be the buyer's. */
  expect(await rowOf(shop, 'tickets', { order_id: id, kind: 'sent' })).toMatchObject({ email: '' });
});

it('ends more orders than it looks through at once', async () => {
  const { id } = await expired();
  await passDays(shop, id, 2);
  await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
    'token_hash', 'copy' || n, 'mail_token_hash', null))).* from orders o, generate_series(1, 250) n
    where o.id = ${id}`.execute(shop.db);
  const { time_span_id } = await rowOf(shop, 'orders', { id });
  await runNow(shop);
  const orders = await rowsOf(shop, 'orders', { time_span_id });
  expect([orders.length, orders.filter((order) => order.customer !== null)]).toEqual([251, []]);
});
