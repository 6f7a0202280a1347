import { type Kysely, sql } from 'kysely';

/** Tables whose rows refer to a catalogue row by its id; each gets the site of the row it belongs to. */
const referring = [
  ['product_options', 'products', 'products.uuid = t.product_uuid'],
  ['time_spans', 'products', 'products.uuid = t.product_uuid'],
  ['set_offers', 'products', 'products.uuid = t.product_uuid'],
  ['set_stocks', 'time_spans', 'time_spans.id = t.time_span_id'],
  ['coupon_scopes', 'coupons', 'coupons.id = t.coupon_id'],
  ['order_lines', 'orders', 'orders.id = t.order_id'],
  ['order_sets', 'orders', 'orders.id = t.order_id'],
  ['coupon_uses', 'orders', 'orders.id = t.order_id'],
  ['tickets', 'orders', 'orders.id = t.order_id'],
  ['ticket_people', 'tickets', 'tickets.id = t.ticket_id'],
] as const;

/** References to the catalogue, by table: the column and the table it refers to. */
const references = [
  ['product_options', 'product_uuid', 'products'],
  ['time_spans', 'product_uuid', 'products'],
  ['set_offers', 'product_uuid', 'products'],
  ['set_offers', 'set_uuid', 'set_products'],
  ['set_stocks', 'time_span_id', 'time_spans'],
  ['set_stocks', 'set_uuid', 'set_products'],
  ['coupon_scopes', 'coupon_id', 'coupons'],
  ['coupon_scopes', 'product_uuid', 'products'],
  ['coupon_scopes', 'option_id', 'product_options'],
  ['coupon_uses', 'coupon_id', 'coupons'],
  ['orders', 'product_uuid', 'products'],
  ['orders', 'time_span_id', 'time_spans'],
  ['order_lines', 'option_id', 'product_options'],
  ['order_sets', 'set_uuid', 'set_products'],
  ['tickets', 'time_span_id', 'time_spans'],
  ['ticket_people', 'option_id', 'product_options'],
] as const;

/** Primary keys; the site comes first, so that it also finds the rows of a site. */
const keys = [
  ['products', 'uuid'],
  ['product_options', 'id'],
  ['time_spans', 'id'],
  ['set_products', 'uuid'],
  ['set_offers', 'product_uuid, set_uuid'],
  ['set_stocks', 'time_span_id, set_uuid'],
  ['coupons', 'id'],
] as const;

const idOf = (table: string): string => keys.find(([name]) => name === table)?.[1] ?? 'id';

/** Processes of the version before go on until they are restarted: what they insert gets its site here. */
const compatible = [
  `create function fill_site() returns trigger language plpgsql as $$ begin
    case tg_table_name
      when 'ticket_people' then select site into strict new.site from tickets where id = new.ticket_id;
      when 'set_stocks' then select site into strict new.site from time_spans where id = new.time_span_id;
      else select site into strict new.site from orders where id = new.order_id;
    end case;
    return new;
  end $$`,
  ...['order_lines', 'order_sets', 'coupon_uses', 'tickets', 'ticket_people', 'set_stocks'].map(
    (table) => `create trigger fill_site before insert on ${table}
      for each row when (new.site is null) execute function fill_site()`,
  ),
];

const statements = [
  /* At once, and in the sequence in which orders lock them, so that a selling shop waits instead of meeting a deadlock. */
  `lock table orders, tickets, time_spans, coupons, products in access exclusive mode`,
  ...references.map(([table, column]) => `alter table ${table} drop constraint ${table}_${column}_fkey`),
  ...referring.map(([table]) => `alter table ${table} add column site text`),
  ...referring.map(
    ([table, owner, match]) => `update ${table} as t set site = ${owner}.site from ${owner} where ${match}`,
  ),
  ...referring.map(([table]) => `alter table ${table} alter column site set not null`),
  ...keys.map(([table]) => `alter table ${table} drop constraint ${table}_pkey`),
  ...keys.map(([table, columns]) => `alter table ${table} add primary key (site, ${columns})`),
  /* A venue may rename an id: what was ordered follows. */
  ...references.map(
    ([table, column, target]) => `alter table ${table} add constraint ${table}_${column}_fkey
      foreign key (site, ${column}) references ${target} (site, ${idOf(target)}) on update cascade`,
  ),
  `alter table time_spans drop constraint time_spans_product_uuid_reservation_from_key`,
  `drop index time_spans_product_uuid_day_idx, product_options_product_uuid_idx, orders_time_span_id_idx, orders_of_address`,
  /* The site comes last here, so that a row looked for by site and id is found by its key also before the first ANALYZE. */
  `create index on time_spans (product_uuid, day, site)`,
  `create index on product_options (product_uuid, site)`,
  `create index on orders (site, time_span_id) where status in ('open', 'checking')`,
  `create index orders_of_address on orders (asked_by, site, product_uuid) where asked_by is not null`,
  `alter table coupon_scopes drop constraint coupon_scopes_coupon_id_product_uuid_option_id_key`,
  `alter table coupon_scopes add unique nulls not distinct (site, coupon_id, product_uuid, option_id)`,
  /*
   * withdrawn_at: no longer in the venue's catalogue, so not on sale, while what was ordered goes on. Two slots of a product on
   * sale never begin together.
   */
  ...['products', 'product_options', 'time_spans', 'set_products', 'coupons'].map(
    (table) => `alter table ${table} add column withdrawn_at timestamptz`,
  ),
  `create unique index one_slot_at_a_time on time_spans (product_uuid, reservation_from, site) where withdrawn_at is null`,
  ...compatible,
];

/** Every id of a catalogue belongs to one site; rows are withdrawn instead of deleted. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
