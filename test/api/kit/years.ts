import { sql } from 'kysely';
import { dumpDatabase } from '#server/db/dump.ts';
import type { Db } from '#server/db/open.ts';
import { customerFields } from '#src/domain/customer.ts';
import { timed } from './buyer.ts';

/** Five years, in days. */
const span = 1_826;

/** The state of a generated order. */
type Kind = 'expired' | 'cancelled' | 'paid' | 'refunded' | 'asked' | 'owed';

/** The same integer arithmetic as the statements below: days since the order was placed, and since its visit. */
const ageOf = (n: number, orders: number) => Math.floor(((orders - n) * span) / orders);
const visitAgeOf = (n: number, orders: number) => ageOf(n, orders) - (n % 20);
const kindOf = (n: number): Kind => {
  if (n % 97 === 0) return 'asked';
  if (n % 89 === 0) return 'owed';
  if (n % 10 === 0) return 'expired';
  if (n % 10 === 1) return 'cancelled';
  return n % 10 === 2 ? 'refunded' : 'paid';
};

const age = (orders: number) => sql`((${orders}::int - n) * ${span}::int / ${orders}::int)`;
const kind = sql`(case when n % 97 = 0 then 'asked' when n % 89 = 0 then 'owed' when n % 10 = 0 then 'expired'
  when n % 10 = 1 then 'cancelled' when n % 10 = 2 then 'refunded' else 'paid' end)`;
const id = (name: string) => sql`md5(${name} || n)::uuid`;
const mark = (field: string) => sql`('canary-' || n || ${`-${field}`})`;
const mailMark = (field: string) => sql`('canary-' || n || ${`-${field}@visitor.example`})`;
const today = sql`(now() at time zone 'Asia/Tokyo')::date`;

/**
 * Fills a shop's tables with five years of orders. Every personal field has its own mark, `canary-<order>-<field>`, so that a
 * dump shows what is left.
 */
export const plantYears = async (db: Db, orders: number): Promise<void> => {
  const each = sql`generate_series(1, ${orders}::int) as n`;
  const days = age(orders);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  const visit = sql`('visit-' || (${days} - n % 20))`;
  const isSold = sql`${kind} in ('paid', 'refunded', 'owed')`;
  await run(sql`insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity)
    select 'borderless', 'visit-' || a, ${timed}, ${today} - a, (${today} - a + time '09:00:17') at time zone 'Asia/Tokyo',
      (${today} - a + time '09:30:17') at time zone 'Asia/Tokyo', now() - interval '9 years',
      (${today} - a + time '09:00:17') at time zone 'Asia/Tokyo', 100000 from generate_series(-20, ${span}::int) as a`);
  const customer = sql.join(
    customerFields.flatMap((field) => [sql.lit(field), field === 'email' ? mailMark('email') : mark(field)]),
  );
  await run(sql`insert into orders (id, token_hash, mail_token_hash, site, lang, status, product_uuid, time_span_id, quantity,
      total, customer, payment_method, hold_until, reservation_number, created_at, paid_at, asked_by)
    select ${id('order')}, md5('token' || n), md5('mail' || n), 'borderless', 'ja',
      case ${kind} when 'asked' then 'expired' when 'owed' then 'refunded' else ${kind} end, ${timed}, ${visit}, n % 3 + 1,
      (n % 3 + 1) * 3800 - case when n % 7 = 0 then 500 else 0 end, jsonb_build_object(${customer}), 'stripe_secure',
      now() - make_interval(days => ${days}, mins => 45), case when ${isSold} then 'NR-' || n end,
      now() - make_interval(days => ${days}, hours => 1),
      case when ${isSold} then now() - make_interval(days => ${days}, mins => 50) end, ${mark('visitor')} from ${each}`);
  await run(sql`insert into order_lines (order_id, site, option_id, position, count, price)
    select ${id('order')}, 'borderless', 'admission-adult', 0, n % 3 + 1, 3800 from ${each}`);
  await run(sql`insert into coupon_uses (order_id, site, coupon_id, discount, counted)
    select ${id('order')}, 'borderless', (select id from coupons where site = 'borderless' and code = 'LIGHT500'), 500, ${kind} = 'paid'
    from ${each} where n % 7 = 0`);
  await run(sql`update coupons set uses = uses + (select count(*) from coupon_uses where coupon_uses.site = coupons.site and coupon_id = coupons.id and counted)
    where site = 'borderless' and code = 'LIGHT500'`);
  await run(sql`insert into payments (id, order_id, method, state, provider_id, token, data, amount, r_hash, return_base,
      created_at, asked_at)
    select ${id('payment')}, ${id('order')}, 'stripe_secure', case ${kind} when 'asked' then 'requires_action'
      when 'owed' then 'refund_due' when 'paid' then 'paid' when 'refunded' then 'refunded' else 'declined' end,
      'pi_' || n, ${mark('token')}, jsonb_build_object('fingerprint', ${mark('fingerprint')}, 'url', ${mark('url')},
      'card_holder', ${mark('holder')}, 'tracking', 'tr-' || n), (n % 3 + 1) * 3800, md5('r' || n), 'https://shop.example',
      now() - make_interval(days => ${days}, mins => 50), now() - make_interval(days => ${days}, mins => 50)
    from ${each} where ${isSold} or n % 3 = 0 or ${kind} = 'asked'`);
  const ticketState = sql`case when ${kind} = 'paid' then 'valid' else 'cancelled' end`;
  await run(sql`insert into tickets (id, order_id, site, token_hash, entry_hash, state, number, time_span_id, lang, created_at)
    select ${id('ticket')}, ${id('order')}, 'borderless', md5('ticket' || n), md5('entry' || n), ${ticketState}, 'NR-' || n, ${visit}, 'ja',
      now() - make_interval(days => ${days}) from ${each} where ${isSold}`);
  await run(sql`insert into tickets (id, order_id, site, token_hash, entry_hash, state, number, time_span_id, lang, created_at,
      parent_id, kind, email)
    select ${id('sent')}, ${id('order')}, 'borderless', md5('sent' || n), md5('sent-entry' || n), ${ticketState}, 'NS-' || n, ${visit}, 'en',
      now() - make_interval(days => ${days}), ${id('ticket')}, 'sent', ${mailMark('recipient')}
    from ${each} where ${isSold} and n % 5 = 3`);
  await run(sql`insert into ticket_people (id, ticket_id, site, option_id, position, price, entry_hash)
    select md5('person' || n || '-' || p)::uuid, case when p = 1 and n % 5 = 3 then ${id('sent')} else ${id('ticket')} end,
      'borderless', 'admission-adult', 0, 3800, md5('person-entry' || n || '-' || p)
    from ${each}, generate_series(1, n % 3 + 1) as p where ${isSold}`);
  await run(sql`insert into outbox (id, order_id, site, lang, kind, address, created_at, sent_at, note, base, state)
    select ${id('mail')}, ${id('order')}, 'borderless', 'ja', 'completed', ${mailMark('address')},
      now() - make_interval(days => ${days}, mins => 40), now() - make_interval(days => ${days}, mins => 40), ${mark('note')},
      'https://shop.example', case when n % 2 = 0 then 'sent' else 'readable' end from ${each}`);
  await run(sql`insert into mail_magazines (id, token_hash, site, email, lang, started_at, stopped_at)
    select ${id('magazine')}, md5('magazine' || n), 'borderless', ${mailMark('magazine')}, 'ja', now() - interval '9 years',
      case when n % 2 = 0 then now() - make_interval(days => ${days}, hours => 1) end from ${each} where n % 11 = 0`);
  await run(sql`insert into link_requests (id, site, lang, address, base, asked_at)
    select ${id('link')}, 'borderless', 'ja', ${mailMark('link')}, 'https://shop.example',
      now() - make_interval(days => ${days}, hours => 1) from ${each} where n % 13 = 0`);
  await run(sql`update time_spans set sold = (select count(*) from ticket_people join tickets on tickets.id = ticket_id
      where tickets.site = time_spans.site and tickets.time_span_id = time_spans.id and tickets.state = 'valid') where id like 'visit-%'`);
};

/** Retention times, in days. */
export type Times = { unpaid: number; mail: number; visit: number };

/** The marks that must remain, computed from how the orders were generated and not from the server's rules. */
export const expectedMarks = (orders: number, { unpaid, mail, visit }: Times): Set<string> => {
  const marks = new Set<string>();
  for (let n = 1; n <= orders; n += 1) {
    const [days, what] = [ageOf(n, orders), kindOf(n)];
    const put = (...fields: readonly string[]) => {
      for (const field of fields) marks.add(`${n}-${field}`);
    };
    const isSold = what === 'paid' || what === 'refunded' || what === 'owed';
    const isPaying = what === 'asked' || what === 'owed';
    const isUnpaid = what === 'expired' || what === 'cancelled';
    const isOver = !isPaying && (isUnpaid ? days >= unpaid : visitAgeOf(n, orders) > visit);
    if (!isOver) put(...customerFields, 'visitor');
    if (!isOver && (isSold || n % 3 === 0 || what === 'asked')) put('token', 'fingerprint', 'url', 'holder');
    if (!isOver && isSold && n % 5 === 3) put('recipient');
    if (!isOver && days < mail) put('address', 'note');
    if (n % 11 === 0 && (n % 2 !== 0 || days < mail)) put('magazine');
    if (n % 13 === 0 && days < 1) put('link');
  }
  return marks;
};

/** The marks in a whole dump of the database. */
export const marksIn = async (db: Db): Promise<Set<string>> => {
  const found = new Set<string>();
  await dumpDatabase(db, (line) => {
    for (const [, name = ''] of line.matchAll(/canary-(\d+-[a-z_0-9]+)/g)) found.add(name);
  });
  return found;
};

/** One line for each total that accounting and statistics need, by month, without personal data. */
export const readTotals = async (db: Db): Promise<string[]> => {
  const queries = [
    sql`select 'orders', site, to_char(created_at, 'YYYY-MM'), status, count(*), sum(total), sum(total * 10 / 110),
      count(reservation_number), count(paid_at) from orders group by 2, 3, 4`,
    sql`select 'payments', method, to_char(created_at, 'YYYY-MM'), state, count(*), sum(amount), count(provider_id)
      from payments group by 2, 3, 4`,
    sql`select 'lines', option_id, to_char(created_at, 'YYYY-MM'), sum(count), sum(count * price)
      from order_lines join orders on orders.id = order_id group by 2, 3`,
    sql`select 'sets', set_uuid, sum(count), sum(count * price) from order_sets group by 2`,
    sql`select 'coupons', coupon_id, counted, count(*), sum(discount), min(coupons.uses)
      from coupon_uses join coupons on coupons.site = coupon_uses.site and coupons.id = coupon_id group by 2, 3`,
    sql`select 'slots', id, capacity, held, sold from time_spans where sold > 0 or held > 0`,
    sql`select 'people', tickets.time_span_id, tickets.state, count(*), sum(price), count(used_at)
      from ticket_people join tickets on tickets.id = ticket_id group by 2, 3`,
    sql`select 'numbers', md5(string_agg(reservation_number, ',' order by reservation_number)) from orders`,
    sql`select 'references', md5(string_agg(provider_id || coalesce(data ->> 'tracking', ''), ',' order by provider_id))
      from payments`,
  ];
  const lines: string[] = [];
  for (const query of queries)
    for (const row of (await query.execute(db)).rows) lines.push(JSON.stringify(Object.values(row as object)));
  return lines.toSorted();
};
