import { type Kysely, sql } from 'kysely';

/** Plain SQL that PostgreSQL 15 and PGlite (PostgreSQL 18) both take; one statement per entry. */
const statements = [
  /* stock: how many there are for one timespan that has no row of its own in set_stocks. */
  `create table set_products (
    uuid text primary key, site text not null references sites, position integer not null,
    add_cost integer not null check (add_cost >= 0), max integer not null check (max >= 1),
    stock integer not null check (stock >= 0), words jsonb not null)`,
  `create table set_offers (
    product_uuid text not null references products, set_uuid text not null references set_products,
    primary key (product_uuid, set_uuid))`,
  /* Made by the first hold on a set of a timespan. Written only under the lock of the timespan's row (docs/architecture.md#database-access). */
  `create table set_stocks (
    time_span_id text not null references time_spans, set_uuid text not null references set_products,
    capacity integer not null check (capacity >= 0), held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0), primary key (time_span_id, set_uuid),
    constraint never_oversold_set check (held + sold <= capacity))`,
  `create table order_sets (
    order_id uuid not null references orders on delete cascade, set_uuid text not null references set_products,
    count integer not null check (count > 0), price integer not null, primary key (order_id, set_uuid))`,
  /* code as src/domain/coupon.ts writes it; uses: of orders that hold or are paid. No visit days: any day. */
  `create table coupons (
    id text primary key, site text not null references sites, code text not null,
    kind text not null check (kind in ('percent', 'fixed')),
    amount integer not null check (amount > 0 and (kind = 'fixed' or amount <= 100)),
    channel text not null check (channel in ('web', 'gate')), valid_until timestamptz,
    visit_from date, visit_to date, use_limit integer check (use_limit >= 0),
    uses integer not null default 0 check (uses >= 0), words jsonb not null,
    unique (site, code), constraint never_overused check (uses <= use_limit))`,
  /* What a coupon is for; without rows: anything. With an option it takes off that option's lines only. */
  `create table coupon_scopes (
    coupon_id text not null references coupons, product_uuid text not null references products,
    option_id text references product_options, unique nulls not distinct (coupon_id, product_uuid, option_id))`,
  /* One coupon per order. counted: its use is in coupons.uses, which is so while the order holds or is paid. */
  `create table coupon_uses (
    order_id uuid primary key references orders on delete cascade, coupon_id text not null references coupons,
    discount integer not null check (discount > 0), counted boolean not null default true)`,
  /* A coupon it had no longer fitted, with replaces or when its hold was taken again. */
  `alter table orders add column coupon_dropped boolean not null default false`,
];

/** Set products with their stock, and coupons with their uses. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
