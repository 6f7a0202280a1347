/** The orders and the answers that are stored with them. */
export const orders = [
  /*
   * Seats are held exactly while status is open or checking. Tokens are derived from id (docs/architecture.md#tokens).
   *
   * mail_token_hash: of earlier releases. coupon_dropped: a coupon no longer fitted, with replaces or when the hold was taken again.
   * invited: begun by the venue with a mail; it holds nothing until the mail's link is opened (`orders/invite`). asked_by: hash of the
   * address that began the order, while it holds or may hold again (`sweep`). confirmed_mail: the address that was proved by opening
   * a link mailed to it. held_since: when the seats were first held, also by the orders this one replaced, which limits the life of
   * a hold. anonymised_at: nothing of the order names a person any more, and none of its links opens. records_from: the day from
   * which the law's period for records of the sale counts; null once the records' identifiers are gone too.
   */
  `create table orders (
    id uuid primary key, token_hash text not null unique, mail_token_hash text unique,
    site text not null references sites, lang text not null,
    status text not null default 'open'
      check (status in ('open', 'checking', 'paid', 'expired', 'cancelled', 'refunded')),
    product_uuid text not null, time_span_id text not null,
    quantity integer not null check (quantity > 0), total integer not null check (total >= 0),
    customer jsonb, payment_method text, hold_until timestamptz not null,
    extensions integer not null default 0, reservation_number text unique,
    created_at timestamptz not null default now(), paid_at timestamptz, coupon_dropped boolean not null default false,
    invited boolean not null default false, asked_by text, confirmed_mail text,
    held_since timestamptz not null default now(), anonymised_at timestamptz, records_from date,
    constraint orders_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade,
    constraint orders_time_span_id_fkey foreign key (site, time_span_id) references time_spans on update cascade)`,
  `create index on orders (hold_until) where status in ('open', 'checking')`,
  `create index on orders (site, time_span_id) where status in ('open', 'checking')`,
  `create index orders_of_address on orders (asked_by, site, product_uuid) where asked_by is not null`,
  `create index orders_mail on orders (lower(customer ->> 'email'))`,
  /* For the metrics. */
  `create index orders_created on orders (created_at)`,
  /* The retention run walks through it in batches by id. */
  `create index orders_unpaid_personal on orders (id) where anonymised_at is null and paid_at is null`,
  `create index orders_paid_personal on orders (id) where anonymised_at is null and paid_at is not null`,
  `create index orders_records on orders (id) where records_from is not null`,
  `create table order_lines (
    order_id uuid references orders on delete cascade, option_id text,
    position integer not null, count integer not null check (count > 0), price integer not null, site text not null,
    primary key (order_id, option_id),
    constraint order_lines_option_id_fkey foreign key (site, option_id) references product_options on update cascade)`,
  `create table order_sets (
    order_id uuid references orders on delete cascade, set_uuid text,
    count integer not null check (count > 0), price integer not null, site text not null, primary key (order_id, set_uuid),
    constraint order_sets_set_uuid_fkey foreign key (site, set_uuid) references set_products on update cascade)`,
  /* An order has at most one coupon. counted: its use is in coupons.uses, which is so while the order holds or is paid. */
  `create table coupon_uses (
    order_id uuid primary key references orders on delete cascade, coupon_id text not null,
    discount integer not null check (discount > 0), counted boolean not null default true, site text not null,
    constraint coupon_uses_coupon_id_fkey foreign key (site, coupon_id) references coupons on update cascade)`,
  /* status is null while the request runs; body is sealed with the caller's own key. */
  `create table idempotency (
    key_hash text primary key, fingerprint text not null, status integer, body text,
    started_at timestamptz not null default now())`,
  `create index on idempotency (started_at)`,
  /* Writes that leave no row by which a retry would find them done; stored as long as their keys. */
  `create table effects (id uuid primary key, done_at timestamptz not null default now())`,
  `create index effects_done on effects (done_at)`,
];

/** Payments, and the ways back from their providers. */
export const payments = [
  /*
   * Attempts to pay. started: sent, response not known yet; refund_due: money to give back, which the sweeper retries.
   *
   * unconfirmed_since: set when a payment is accepted on a notice alone; moved to confirmed_at when the provider's daily file names
   * it. browser_hash: of the secret of the browser that sent the payment. seller: who sold, with the tax rate, when the payment
   * began (docs/payments.md#receipt-contents).
   */
  `create table payments (
    id uuid primary key, order_id uuid not null references orders, method text not null,
    state text not null default 'started' check (state in
      ('started', 'requires_action', 'paid', 'declined', 'cancelled', 'refund_due', 'refunded')),
    provider_id text unique, token text, data jsonb, amount integer not null check (amount >= 0), reason text,
    r_hash text not null unique, return_base text not null,
    created_at timestamptz not null default now(), asked_at timestamptz not null default now(),
    unconfirmed_since timestamptz, confirmed_at timestamptz, browser_hash text, seller jsonb)`,
  `create index on payments (order_id)`,
  `create unique index one_live_attempt on payments (order_id) where state in ('started', 'requires_action')`,
  `create unique index one_paid_attempt on payments (order_id) where state = 'paid'`,
  `create index on payments (state) where state = 'refund_due'`,
  `create index on payments (unconfirmed_since) where unconfirmed_since is not null`,
  /*
   * Each return of a browser from a provider is a row. browser_hash: of the secret of the browser that asked by the
   * reference first; null until then.
   */
  `create table return_references (
    id uuid primary key, token_hash text not null unique, payment_id uuid not null references payments,
    browser_hash text, issued_at timestamptz not null default now(), expires_at timestamptz not null)`,
  `create index return_references_payment on return_references (payment_id, issued_at)`,
  /* For deleting them a day later. */
  `create index return_references_issued on return_references (issued_at)`,
  `create table webhook_events (
    provider text not null, id text not null, received_at timestamptz not null default now(),
    primary key (provider, id))`,
  `create index webhook_events_received on webhook_events (received_at)`,
];
