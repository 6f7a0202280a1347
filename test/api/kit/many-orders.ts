import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/**
 * Fills a seeded database with `orders` paid orders of the past and the next days: five of them in a slot, 2.85 tickets and three
 * people each, with payments, mails and mailed links. Ids are derived from numbers, so the same call gives the same rows;
 * those below `from` are there already.
 */
export const fillOrders = async (db: Db, orders: number, from = 0): Promise<void> => {
  const slots = Math.ceil(orders / 5);
  const statements = [
    /* Foreign keys are true by construction; checking them takes most of the time. */
    'set session_replication_role = replica',
    `create temporary table shelf as select site, uuid, row_number() over (order by site, uuid) - 1 as at from products`,
    /* Ten slots a day of each product, the newest in a week. */
    `create temporary table made_slots as
      select n, 'many-' || n as id, site, uuid, (current_date + 7 - (n / (10 * (select count(*) from shelf)))::int) as day,
        9 + (n / (select count(*) from shelf)) % 10 as hour
      from generate_series(${from / 5}, ${slots} - 1) as n join shelf on at = n % (select count(*) from shelf)`,
    `insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, sold)
      select site, id, uuid, day, (day + make_interval(hours => hour::int, mins => 7)) at time zone 'Asia/Tokyo',
        (day + make_interval(hours => hour::int, mins => 52)) at time zone 'Asia/Tokyo',
        day - interval '90 days', day + interval '1 day', 40, 15
      from made_slots`,
    `create temporary table made as
      select numbers.n, md5('order ' || numbers.n)::uuid as id, site, made_slots.id as span, uuid, day,
        to_char(numbers.n, 'FM000000000000"MN"') as number, 'visitor' || numbers.n || '@many.example' as email,
        /* Hours ago at any time of the day: comparisons with the providers read no payment of the last hour. */
        now() - interval '2 hours' - (current_date + 7 - day) * interval '1 day' as bought
      from (select generate_series(${from}, ${orders} - 1) as n) as numbers join made_slots on made_slots.n = numbers.n / 5`,
    `insert into orders (id, token_hash, site, lang, status, product_uuid, time_span_id, quantity, total, customer,
        payment_method, hold_until, reservation_number, created_at, paid_at, held_since, records_from)
      select id, md5('token ' || n), site, 'ja', 'paid', uuid, span, 3, 6000,
        jsonb_build_object('fullname', (array['佐藤','鈴木','高橋','田中','김','이','王','Smith','Brown','Dubois'])[1 + n % 10] || ' '
          || (array['花子','太郎','민준','伟','Anna','Luc'])[1 + n % 6] || chr(19968 + n / 60 % 2000), 'email', email,
          'mail_magazine', ''),
        'stripe', bought + interval '1 day', number, bought, bought, bought,
        date_trunc('year', day)::date
      from made`,
    `insert into payments (id, order_id, method, state, provider_id, amount, r_hash, return_base, created_at, asked_at, data)
      select md5('payment ' || n)::uuid, id, 'stripe', 'paid', 'pi_many_' || n, 6000, md5('r ' || n), '', bought, bought,
        '{"contract": "default"}' from made`,
    `insert into ledger (payment_id, site, kind, amount, at)
      select md5('payment ' || n)::uuid, site, 'sale', 6000, bought from made`,
    `create temporary table made_tickets as
      select n, part, md5('ticket ' || n || ' ' || part)::uuid as id, id as order_id, site, span, number, email
      from made join generate_series(0, 2) as part on part < 2 or n % 20 < 17`,
    `insert into tickets (id, order_id, token_hash, entry_hash, state, created_at, number, kind, time_span_id, lang, email, site)
      select id, order_id, md5('ticket token ' || id), md5('entry ' || id), case when n % 3 = 0 then 'used' else 'valid' end,
        now() - interval '9 days', case part when 0 then number else to_char(n * 3 + part, 'FM000000000000"PT"') end,
        case part when 0 then 'order' else 'sent' end, span, 'ja', case part when 0 then null else 'friend' || part || '-' || email end,
        site from made_tickets`,
    `insert into ticket_people (id, ticket_id, option_id, position, price, entry_hash, site)
      select md5('person ' || t.id)::uuid, t.id, o.id, part, 2000, md5('person code ' || t.id), t.site
      from made_tickets as t join made using (n)
        join (select distinct on (site, product_uuid) site, product_uuid, id from product_options order by site, product_uuid, position)
          as o on o.site = t.site and o.product_uuid = made.uuid`,
    `insert into order_lines (order_id, site, option_id, position, count, price)
      select made.id, made.site, o.id, 0, 3, 2000 from made
        join (select distinct on (site, product_uuid) site, product_uuid, id from product_options order by site, product_uuid, position)
          as o on o.site = made.site and o.product_uuid = made.uuid`,
    `insert into outbox (id, order_id, site, lang, kind, address, created_at, sent_at, state, due_at)
      select md5('mail ' || n)::uuid, id, site, 'ja', 'completed', email, bought, bought, 'sent', bought
      from made`,
    `insert into mail_links (id, token_hash, made_for, order_id, address, created_at)
      select md5('link ' || n)::uuid, md5('link token ' || n), id, id, email, bought from made`,
    'drop table made_tickets, made, made_slots, shelf',
    /* Also empties the index of names' list of new entries, which a search reads as a whole. */
    'vacuum analyze',
    'set session_replication_role = origin',
  ];
  await db.connection().execute(async (connection) => {
    for (const statement of statements) await sql.raw(statement).execute(connection);
  });
};
