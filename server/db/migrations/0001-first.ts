import { type Kysely, sql } from 'kysely';

/** Plain SQL that PostgreSQL 15 and PGlite (PostgreSQL 18) both take; one statement per entry. */
const statements = [
  `create table sites (code text primary key, seeded_on date not null, seed integer not null)`,
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
  `create table products (
    uuid text primary key, site text not null references sites, position integer not null,
    sale_type text not null check (sale_type in ('period', 'date', 'time')),
    sale_from date not null, sale_to date not null,
    min_quantity integer not null check (min_quantity >= 1), max_quantity integer not null, words jsonb not null,
    check (max_quantity >= min_quantity))`,
  `create index on products (site, position)`,
  `create table product_options (
    id text primary key, product_uuid text not null references products, position integer not null,
    type text not null, add_cost integer not null, min integer not null check (min >= 0), max integer not null,
    words jsonb not null)`,
  `create index on product_options (product_uuid)`,
  /* held: seats of running orders; sold: seats of paid ones. The check is the last line of defence (docs/architecture.md#bar-no-oversell). */
  `create table time_spans (
    id text primary key, product_uuid text not null references products, day date not null,
    reservation_from timestamptz not null, reservation_to timestamptz not null,
    sale_from timestamptz not null, sale_to timestamptz not null,
    capacity integer not null check (capacity >= 0), held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0), surcharge integer not null default 0,
    unique (product_uuid, reservation_from), constraint never_oversold check (held + sold <= capacity))`,
  `create index on time_spans (product_uuid, day)`,
  /* Seats are held exactly while status is open or checking. Tokens are derived from id (docs/architecture.md#tokens). */
  `create table orders (
    id uuid primary key, token_hash text not null unique, mail_token_hash text not null unique,
    site text not null references sites, lang text not null,
    status text not null default 'open'
      check (status in ('open', 'checking', 'paid', 'expired', 'cancelled', 'refunded')),
    product_uuid text not null references products, time_span_id text not null references time_spans,
    quantity integer not null check (quantity > 0), total integer not null check (total >= 0),
    customer jsonb, payment_method text, hold_until timestamptz not null,
    extensions integer not null default 0, reservation_number text unique,
    created_at timestamptz not null default now(), paid_at timestamptz)`,
  `create index on orders (hold_until) where status in ('open', 'checking')`,
  `create index on orders (time_span_id) where status in ('open', 'checking')`,
  `create table order_lines (
    order_id uuid not null references orders on delete cascade, option_id text not null references product_options,
    position integer not null, count integer not null check (count > 0), price integer not null,
    primary key (order_id, option_id))`,
  /* One attempt to pay. started: sent, answer not known yet; refund_due: money to give back, the sweeper insists. */
  `create table payments (
    id uuid primary key, order_id uuid not null references orders, method text not null,
    state text not null default 'started' check (state in
      ('started', 'requires_action', 'paid', 'declined', 'cancelled', 'refund_due', 'refunded')),
    provider_id text unique, token text, data jsonb, amount integer not null check (amount >= 0), reason text,
    r_hash text not null unique, return_base text not null,
    created_at timestamptz not null default now(), asked_at timestamptz not null default now())`,
  `create index on payments (order_id)`,
  `create unique index one_live_attempt on payments (order_id) where state in ('started', 'requires_action')`,
  `create unique index one_paid_attempt on payments (order_id) where state = 'paid'`,
  `create index on payments (state) where state = 'refund_due'`,
  `create table tickets (
    id uuid primary key, order_id uuid not null references orders, token_hash text not null unique,
    entry_hash text not null unique,
    state text not null default 'valid'
      check (state in ('valid', 'used', 'shared', 'sent', 'changed', 'cancelled')),
    created_at timestamptz not null default now())`,
  `create index on tickets (order_id)`,
  `create table outbox (
    id uuid primary key, order_id uuid not null references orders, site text not null, lang text not null,
    kind text not null, address text not null, created_at timestamptz not null default now(), sent_at timestamptz)`,
  `create index on outbox (address, created_at)`,
  `create index on outbox (created_at) where sent_at is null`,
  /* status is null while the request runs; body is sealed with the caller's own key. */
  `create table idempotency (
    key_hash text primary key, fingerprint text not null, status integer, body text,
    started_at timestamptz not null default now())`,
  `create index on idempotency (started_at)`,
  `create table webhook_events (
    provider text not null, id text not null, received_at timestamptz not null default now(),
    primary key (provider, id))`,
];

/** The first shape of the database. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
