/** The sites: their languages, fields, texts and payment methods. */
export const sites = [
  /* imported: the venue's own catalogue stands here (`catalogue/import`), so nothing is invented for this site. */
  `create table sites (
    code text primary key, seeded_on date not null, seed integer not null, imported boolean not null default false)`,
  `create table languages (
    site text not null references sites, id text not null, display_name text not null,
    display_position integer not null, is_default boolean not null, primary key (site, id))`,
  `create table field_templates (
    site text not null references sites, field_name text not null, position integer not null,
    is_display boolean not null, is_require boolean not null, list text, primary key (site, field_name))`,
  `create table configurations (site text primary key references sites, data jsonb not null)`,
  `create table texts (
    site text not null references sites, lang text not null, key text not null, value text not null,
    primary key (site, lang, key))`,
  `create table payment_methods (
    site text not null references sites, id text not null, position integer not null,
    min_amount integer not null check (min_amount >= 0), words jsonb not null, primary key (site, id))`,
  /* Names of payment methods that a site has offered, for receipts of when it did. */
  `create table former_methods (site text not null, id text not null, words jsonb not null, primary key (site, id))`,
];

/**
 * Products on sale. Every id belongs to one site, so keys and references begin with the site. A venue may rename an id: what was ordered
 * follows (`on update cascade`). withdrawn_at: no longer in the venue's catalogue, so not on sale, while what was ordered goes on.
 */
export const catalogue = [
  `create table products (
    uuid text, site text not null references sites, position integer not null,
    sale_type text not null check (sale_type in ('period', 'date', 'time')),
    sale_from date not null, sale_to date not null,
    min_quantity integer not null check (min_quantity >= 1), max_quantity integer not null, words jsonb not null,
    withdrawn_at timestamptz, primary key (site, uuid), check (max_quantity >= min_quantity))`,
  `create index on products (site, position)`,
  `create table product_options (
    id text, product_uuid text not null, position integer not null,
    type text not null, add_cost integer not null, min integer not null check (min >= 0), max integer not null,
    words jsonb not null, site text, withdrawn_at timestamptz, primary key (site, id),
    constraint product_options_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade)`,
  /* The site comes last, as in the index on time_spans: so a row of a site and id is found by its key also before the first ANALYZE. */
  `create index on product_options (product_uuid, site)`,
  /* held: seats of running orders; sold: seats of paid ones. The check is the last line of defence (docs/architecture.md#bar-no-oversell). */
  `create table time_spans (
    id text, product_uuid text not null, day date not null,
    reservation_from timestamptz not null, reservation_to timestamptz not null,
    sale_from timestamptz not null, sale_to timestamptz not null,
    capacity integer not null check (capacity >= 0), held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0), surcharge integer not null default 0,
    site text, withdrawn_at timestamptz, primary key (site, id), constraint never_oversold check (held + sold <= capacity),
    constraint time_spans_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade)`,
  `create index on time_spans (product_uuid, day, site)`,
  /* Two slots of a product on sale never begin together. */
  `create unique index one_slot_at_a_time on time_spans (product_uuid, reservation_from, site) where withdrawn_at is null`,
  /* stock: how many there are for one timespan without a row in set_stocks. */
  `create table set_products (
    uuid text, site text not null references sites, position integer not null,
    add_cost integer not null check (add_cost >= 0), max integer not null check (max >= 1),
    stock integer not null check (stock >= 0), words jsonb not null, withdrawn_at timestamptz, primary key (site, uuid))`,
  `create table set_offers (
    product_uuid text, set_uuid text, site text, primary key (site, product_uuid, set_uuid),
    constraint set_offers_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade,
    constraint set_offers_set_uuid_fkey foreign key (site, set_uuid) references set_products on update cascade)`,
  /* Made by the first hold on a set of a timespan. Written only under the lock of the timespan's row (docs/architecture.md#database-access). */
  `create table set_stocks (
    time_span_id text, set_uuid text,
    capacity integer not null check (capacity >= 0), held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0), site text, primary key (site, time_span_id, set_uuid),
    constraint never_oversold_set check (held + sold <= capacity),
    constraint set_stocks_time_span_id_fkey foreign key (site, time_span_id) references time_spans on update cascade,
    constraint set_stocks_set_uuid_fkey foreign key (site, set_uuid) references set_products on update cascade)`,
  /* code as src/domain/coupon.ts writes it; uses: of orders that hold or are paid. No visit days: any day. */
  `create table coupons (
    id text, site text not null references sites, code text not null,
    kind text not null check (kind in ('percent', 'fixed')),
    amount integer not null check (amount > 0 and (kind = 'fixed' or amount <= 100)),
    channel text not null check (channel in ('web', 'gate')), valid_until timestamptz,
    visit_from date, visit_to date, use_limit integer check (use_limit >= 0),
    uses integer not null default 0 check (uses >= 0), words jsonb not null, withdrawn_at timestamptz,
    primary key (site, id), unique (site, code), constraint never_overused check (uses <= use_limit))`,
  /* Products of a coupon; without rows: all. With an option it takes off that option's lines only. */
  `create table coupon_scopes (
    coupon_id text not null, product_uuid text not null, option_id text, site text not null,
    unique nulls not distinct (site, coupon_id, product_uuid, option_id),
    constraint coupon_scopes_coupon_id_fkey foreign key (site, coupon_id) references coupons on update cascade,
    constraint coupon_scopes_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade,
    constraint coupon_scopes_option_id_fkey foreign key (site, option_id) references product_options on update cascade)`,
];
