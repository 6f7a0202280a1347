import { setImmediate as otherWork } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { venueTime } from '#src/domain/dates.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { type Change, oneChange } from './difference.ts';
import { maxLines } from './fault.ts';
import type { Catalogue } from './schema.ts';

/** Rows of one statement: the embedded database blocks the process meanwhile, and the watchdog waits for each. */
const batch = 10_000;

/** Puts the timespans of a file into a temporary table, so that the database compares and writes them as sets of rows. */
export const stageSpans = async (tx: Tx, { products }: Catalogue): Promise<void> => {
  await sql`create temporary table given_spans (row_at integer, product_at integer, span_at integer, id text, product_uuid text,
    reservation_from timestamptz, reservation_to timestamptz, sale_from timestamptz, sale_to timestamptz, capacity integer,
    surcharge integer) on commit drop`.execute(tx);
  const rows = products
    .flatMap(({ uuid: product_uuid, time_spans }, product_at) =>
      time_spans.map(({ was: _, ...span }, span_at) => ({ ...span, product_uuid, product_at, span_at })),
    )
    .map((row, row_at) => ({ row_at, ...row }));
  for (let start = 0; start < rows.length; start += batch) {
    await otherWork();
    await sql`insert into given_spans
      select * from json_populate_recordset(null::given_spans, ${JSON.stringify(rows.slice(start, start + batch))})`.execute(
      tx,
    );
  }
  await sql`alter table given_spans add primary key (id)`.execute(tx);
  await sql`analyze given_spans`.execute(tx);
};

const isOther = sql`(s.product_uuid, s.reservation_from, s.reservation_to, s.sale_from, s.sale_to, s.capacity, s.surcharge)
  is distinct from (g.product_uuid, g.reservation_from, g.reservation_to, g.sale_from, g.sale_to, g.capacity, g.surcharge)`;

/** Locks the timespans that will change, in the sequence in which orders lock them, so that their seats stay as they are read. */
export const lockSpans = async (tx: Tx, site: SiteCode): Promise<void> => {
  await sql`select s.id from time_spans s left join given_spans g on g.id = s.id
    where s.site = ${site} and (g.id is null and s.withdrawn_at is null or g.id is not null and ${isOther})
    order by s.id for update of s`.execute(tx);
};

type Place = { product_at: number; span_at: number; id: string };

/** Why timespans of the file cannot be stored, as held, ordered or running ones would change or two would begin together. */
export const spanRefusals = async (tx: Tx, site: SiteCode, label: (path: string) => string): Promise<Change[]> => {
  const less = await sql<Place & { taken: number; capacity: number }>`
    select product_at, span_at, g.id, s.held + s.sold as taken, g.capacity from given_spans g
    join time_spans s on s.site = ${site} and s.id = g.id where g.capacity < s.held + s.sold order by 1, 2`.execute(tx);
  const moved = await sql<Place & { product: string }>`
    select product_at, span_at, g.id, s.product_uuid as product from given_spans g
    join time_spans s on s.site = ${site} and s.id = g.id and s.product_uuid <> g.product_uuid
    where exists (select 1 from orders where orders.site = s.site and orders.time_span_id = s.id)
      or exists (select 1 from tickets where tickets.site = s.site and tickets.time_span_id = s.id)
    order by 1, 2`.execute(tx);
  const begun = await sql<Place & { from: Date }>`
    select product_at, span_at, g.id, s.reservation_from as from from given_spans g
    join time_spans s on s.site = ${site} and s.id = g.id
      and s.reservation_from <= now() and g.reservation_to > now() and g.reservation_from <> s.reservation_from
    where exists (select from tickets where tickets.site = s.site and tickets.time_span_id = s.id
      and tickets.state not in ('cancelled', 'changed'))
    order by 1, 2`.execute(tx);
  const twice = await sql<Place & { other: string }>`
    select product_at, span_at, id, other from (
      select *, lag(id) over (partition by product_uuid, reservation_from order by span_at) as other from given_spans
    ) as numbered where other is not null order by 1, 2`.execute(tx);
  const refused = ({ product_at, span_at, id }: Place, why: string): Change => {
    const place = label(`products/${product_at}/time_spans/${span_at}`);
    return oneChange('refused', `${place}: timespan ${id} ${why}`);
  };
  return [
    ...less.rows.map((row) =>
      refused(row, `has ${row.capacity} seats, but ${row.taken} are held or sold: keep at least ${row.taken}.`),
    ),
    ...moved.rows.map((row) =>
      refused(row, `was ordered with another product (${row.product}): give it another id here.`),
    ),
    ...begun.rows.map((row) =>
      refused(row, `has begun (${at(row.from)}) and has tickets: keep its time, or give the new visit another id.`),
    ),
    ...twice.rows.map((row) => refused(row, `begins at the same moment as ${row.other} of its product.`)),
  ];
};

const at = (moment: Date): string => venueTime(moment.getTime()).slice(0, 16).replace('T', ' ');

type Group = {
  product: string;
  kind: 'new' | 'withdrawn';
  id: string;
  count: number;
  from: Date;
  to: Date;
  taken: number;
};

const groupText = ({ kind, product, id, count, from, to, taken }: Group): string => {
  const rows = count === 1 ? `timespan ${id}, ${at(from)},` : `${count} timespans from ${at(from)} to ${at(to)}`;
  const stay = kind === 'new' ? 'before count again' : 'stay as they are';
  return `${rows} of product ${product}${taken > 0 ? ` (${taken} seats held or sold ${stay})` : ''}`;
};

const spanFields = ['reservation_from', 'reservation_to', 'sale_from', 'sale_to', 'capacity', 'surcharge'] as const;
/** Values of JSON, so times are texts. */
type Fields = Record<(typeof spanFields)[number], string | number>;
type Altered = {
  id: string;
  product: string;
  old_product: string;
  taken: number;
  total: number;
  was: Fields;
  now: Fields;
};

const shown = (field: string | number): string => (typeof field === 'number' ? String(field) : at(new Date(field)));

const alteredText = ({ id, product, old_product, taken, was, now }: Altered): string => {
  const fields = spanFields.filter((field) => shown(was[field]) !== shown(now[field]));
  const changes = fields.map((field) => `${field} ${shown(was[field])} → ${shown(now[field])}`);
  const moved = product === old_product ? [] : [`product ${old_product} → ${product}`];
  const isMoved = fields.includes('reservation_from') || fields.includes('reservation_to');
  const sold = isMoved && taken > 0 ? ` (${taken} seats held or sold move with it)` : '';
  return `timespan ${id}: ${[...moved, ...changes].join(', ') || 'seconds of its times'}${sold}`;
};

/** New and withdrawn timespans by product, changed ones one by one. */
export const spanChanges = async (tx: Tx, site: SiteCode): Promise<Change[]> => {
  const groups = await sql<Group>`
    select g.product_uuid as product, 'new' as kind, min(g.id) as id, count(*)::int as count,
      min(g.reservation_from) as from, max(g.reservation_from) as to, coalesce(sum(s.held + s.sold), 0)::int as taken
    from given_spans g left join time_spans s on s.site = ${site} and s.id = g.id
    where s.id is null or s.withdrawn_at is not null group by 1
    union all
    select s.product_uuid, 'withdrawn', min(s.id), count(*)::int, min(s.reservation_from), max(s.reservation_from),
      sum(s.held + s.sold)::int
    from time_spans s where s.site = ${site} and s.withdrawn_at is null
      and not exists (select 1 from given_spans g where g.id = s.id) group by 1
    order by 2, 1`.execute(tx);
  const object = (table: string) =>
    sql`json_build_object(${sql.join(spanFields.flatMap((field) => [sql.lit(field), sql.ref(`${table}.${field}`)]))})`;
  const altered = await sql<Altered>`
    select s.id, g.product_uuid as product, s.product_uuid as old_product, s.held + s.sold as taken,
      count(*) over ()::int as total,
      ${object('s')} as was, ${object('g')} as now
    from given_spans g join time_spans s on s.site = ${site} and s.id = g.id
    where s.withdrawn_at is null and ${isOther} order by s.reservation_from, s.id limit ${maxLines}`.execute(tx);
  const more = (altered.rows[0]?.total ?? 0) - altered.rows.length;
  return [
    ...groups.rows.map((group): Change => ({ kind: group.kind, count: group.count, text: groupText(group) })),
    ...altered.rows.map((row) => oneChange('changed', alteredText(row))),
    ...(more > 0 ? [{ kind: 'changed', count: more, text: `${more} more timespans` } as const] : []),
  ];
};

/**
 * Writes the differences. Timespans that move are withdrawn first, so that two timespans of a product may exchange their times:
 * those on sale never begin together.
 */
export const writeSpans = async (tx: Tx, { site, products }: Catalogue): Promise<void> => {
  await sql`update time_spans as s set withdrawn_at = now() where s.site = ${site} and s.withdrawn_at is null
    and not exists (select 1 from given_spans g where g.id = s.id and g.product_uuid = s.product_uuid
      and g.reservation_from = s.reservation_from)`.execute(tx);
  const count = products.reduce((sum, { time_spans }) => sum + time_spans.length, 0);
  for (let start = 0; start < count; start += batch) {
    await sql`
      insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, surcharge)
      select ${site}, g.id, g.product_uuid, (g.reservation_from at time zone 'Asia/Tokyo')::date, g.reservation_from,
        g.reservation_to, g.sale_from, g.sale_to, g.capacity, g.surcharge
      from given_spans g left join time_spans s on s.site = ${site} and s.id = g.id
      where g.row_at >= ${start} and g.row_at < ${start + batch} and (s.id is null or s.withdrawn_at is not null or ${isOther})
      on conflict (site, id) do update set product_uuid = excluded.product_uuid, day = excluded.day,
        reservation_from = excluded.reservation_from, reservation_to = excluded.reservation_to, sale_from = excluded.sale_from,
        sale_to = excluded.sale_to, capacity = excluded.capacity, surcharge = excluded.surcharge, withdrawn_at = null`.execute(
      tx,
    );
    await otherWork();
  }
};
