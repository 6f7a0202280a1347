-- Plain SQL that PostgreSQL 15 and PGlite (PostgreSQL 18) both take; a semicolon
-- and an empty line end each statement. Databases of the release of 28 November
-- 2026 have the same schema and these functions, so a change is another migration. Their processes may still call functions that only
-- they have, so a changed function gets a new name (docs/decisions/0023-rules-judge-statements-write.md).

-- The sites: their languages, fields, texts and payment methods.

-- imported: the venue's own catalogue stands here (`catalogue/import`), so nothing is invented for this site.
create table sites (
    code text primary key, seeded_on date not null, seed integer not null, imported boolean not null default false);

create table languages (
    site text not null references sites, id text not null, display_name text not null,
    display_position integer not null, is_default boolean not null, primary key (site, id));

create table field_templates (
    site text not null references sites, field_name text not null, position integer not null,
    is_display boolean not null, is_require boolean not null, list text, primary key (site, field_name));

create table configurations (site text primary key references sites, data jsonb not null);

create table texts (
    site text not null references sites, lang text not null, key text not null, value text not null,
    primary key (site, lang, key));

create table payment_methods (
    site text not null references sites, id text not null, position integer not null,
    min_amount integer not null check (min_amount >= 0), words jsonb not null, primary key (site, id));

-- Names of payment methods that a site has offered, for receipts of when it did.
create table former_methods (site text not null, id text not null, words jsonb not null, primary key (site, id));

-- Products on sale. Every id belongs to one site, so keys and references begin with the site. A venue may rename an id: what was ordered
-- follows (`on update cascade`). withdrawn_at: no longer in the venue's catalogue, so not on sale, while what was ordered goes on.

create table products (
    uuid text, site text not null references sites, position integer not null,
    sale_type text not null check (sale_type in ('period', 'date', 'time')),
    sale_from date not null, sale_to date not null,
    min_quantity integer not null check (min_quantity >= 1), max_quantity integer not null, words jsonb not null,
    withdrawn_at timestamptz, primary key (site, uuid), check (max_quantity >= min_quantity));

create index on products (site, position);

create table product_options (
    id text, product_uuid text not null, position integer not null,
    type text not null, add_cost integer not null, min integer not null check (min >= 0), max integer not null,
    words jsonb not null, site text, withdrawn_at timestamptz, primary key (site, id),
    constraint product_options_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade);

-- The site comes last, as in the index on time_spans: so a row of a site and id is found by its key also before the first ANALYZE.
create index on product_options (product_uuid, site);

-- held: seats of running orders; sold: seats of paid ones. The check is the last line of defence (docs/architecture.md#bar-no-oversell).
create table time_spans (
    id text, product_uuid text not null, day date not null,
    reservation_from timestamptz not null, reservation_to timestamptz not null,
    sale_from timestamptz not null, sale_to timestamptz not null,
    capacity integer not null check (capacity >= 0), held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0), surcharge integer not null default 0,
    site text, withdrawn_at timestamptz, primary key (site, id), constraint never_oversold check (held + sold <= capacity),
    constraint time_spans_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade);

create index on time_spans (product_uuid, day, site);

-- Two slots of a product on sale never begin together.
create unique index one_slot_at_a_time on time_spans (product_uuid, reservation_from, site) where withdrawn_at is null;

-- stock: how many there are for one timespan without a row in set_stocks.
create table set_products (
    uuid text, site text not null references sites, position integer not null,
    add_cost integer not null check (add_cost >= 0), max integer not null check (max >= 1),
    stock integer not null check (stock >= 0), words jsonb not null, withdrawn_at timestamptz, primary key (site, uuid));

create table set_offers (
    product_uuid text, set_uuid text, site text, primary key (site, product_uuid, set_uuid),
    constraint set_offers_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade,
    constraint set_offers_set_uuid_fkey foreign key (site, set_uuid) references set_products on update cascade);

-- Made by the first hold on a set of a timespan. Written only under the lock of the timespan's row (docs/architecture.md#database-access).
create table set_stocks (
    time_span_id text, set_uuid text,
    capacity integer not null check (capacity >= 0), held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0), site text, primary key (site, time_span_id, set_uuid),
    constraint never_oversold_set check (held + sold <= capacity),
    constraint set_stocks_time_span_id_fkey foreign key (site, time_span_id) references time_spans on update cascade,
    constraint set_stocks_set_uuid_fkey foreign key (site, set_uuid) references set_products on update cascade);

-- code as src/domain/coupon.ts writes it; uses: of orders that hold or are paid. No visit days: any day.
create table coupons (
    id text, site text not null references sites, code text not null,
    kind text not null check (kind in ('percent', 'fixed')),
    amount integer not null check (amount > 0 and (kind = 'fixed' or amount <= 100)),
    channel text not null check (channel in ('web', 'gate')), valid_until timestamptz,
    visit_from date, visit_to date, use_limit integer check (use_limit >= 0),
    uses integer not null default 0 check (uses >= 0), words jsonb not null, withdrawn_at timestamptz,
    primary key (site, id), unique (site, code), constraint never_overused check (uses <= use_limit));

-- Products of a coupon; without rows: all. With an option it takes off that option's lines only.
create table coupon_scopes (
    coupon_id text not null, product_uuid text not null, option_id text, site text not null,
    unique nulls not distinct (site, coupon_id, product_uuid, option_id),
    constraint coupon_scopes_coupon_id_fkey foreign key (site, coupon_id) references coupons on update cascade,
    constraint coupon_scopes_product_uuid_fkey foreign key (site, product_uuid) references products on update cascade,
    constraint coupon_scopes_option_id_fkey foreign key (site, option_id) references product_options on update cascade);

-- The orders and the answers that are stored with them.

-- Seats are held exactly while status is open or checking. Tokens are derived from id (docs/architecture.md#tokens).
--
-- mail_token_hash: of earlier releases. coupon_dropped: a coupon no longer fitted, with replaces or when the hold was taken again.
-- invited: begun by the venue with a mail; it holds nothing until the mail's link is opened (`orders/invite`). asked_by: hash of the
-- address that began the order, while it holds or may hold again (`sweep`). confirmed_mail: the address that was proved by opening
-- a link mailed to it. held_since: when the seats were first held, also by the orders this one replaced, which limits the life of
-- a hold. anonymised_at: nothing of the order names a person any more, and none of its links opens. records_from: the day from
-- which the law's period for records of the sale counts; null once the records' identifiers are gone too.
create table orders (
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
    constraint orders_time_span_id_fkey foreign key (site, time_span_id) references time_spans on update cascade);

create index on orders (hold_until) where status in ('open', 'checking');

create index on orders (site, time_span_id) where status in ('open', 'checking');

create index orders_of_address on orders (asked_by, site, product_uuid) where asked_by is not null;

create index orders_mail on orders (lower(customer ->> 'email'));

-- For the metrics.
create index orders_created on orders (created_at);

-- The retention run walks through it in batches by id.
create index orders_unpaid_personal on orders (id) where anonymised_at is null and paid_at is null;

create index orders_paid_personal on orders (id) where anonymised_at is null and paid_at is not null;

create index orders_records on orders (id) where records_from is not null;

create table order_lines (
    order_id uuid references orders on delete cascade, option_id text,
    position integer not null, count integer not null check (count > 0), price integer not null, site text not null,
    primary key (order_id, option_id),
    constraint order_lines_option_id_fkey foreign key (site, option_id) references product_options on update cascade);

create table order_sets (
    order_id uuid references orders on delete cascade, set_uuid text,
    count integer not null check (count > 0), price integer not null, site text not null, primary key (order_id, set_uuid),
    constraint order_sets_set_uuid_fkey foreign key (site, set_uuid) references set_products on update cascade);

-- An order has at most one coupon. counted: its use is in coupons.uses, which is so while the order holds or is paid.
create table coupon_uses (
    order_id uuid primary key references orders on delete cascade, coupon_id text not null,
    discount integer not null check (discount > 0), counted boolean not null default true, site text not null,
    constraint coupon_uses_coupon_id_fkey foreign key (site, coupon_id) references coupons on update cascade);

-- status is null while the request runs; body is sealed with the caller's own key.
create table idempotency (
    key_hash text primary key, fingerprint text not null, status integer, body text,
    started_at timestamptz not null default now());

create index on idempotency (started_at);

-- Writes that leave no row by which a retry would find them done; stored as long as their keys.
create table effects (id uuid primary key, done_at timestamptz not null default now());

create index effects_done on effects (done_at);

-- Payments, and the ways back from their providers.

-- Attempts to pay. started: sent, response not known yet; refund_due: money to give back, which the sweeper retries.
--
-- unconfirmed_since: set when a payment is accepted on a notice alone; moved to confirmed_at when the provider's daily file names
-- it. browser_hash: of the secret of the browser that sent the payment. seller: who sold, with the tax rate, when the payment
-- began (docs/payments.md#receipt-contents).
create table payments (
    id uuid primary key, order_id uuid not null references orders, method text not null,
    state text not null default 'started' check (state in
      ('started', 'requires_action', 'paid', 'declined', 'cancelled', 'refund_due', 'refunded')),
    provider_id text unique, token text, data jsonb, amount integer not null check (amount >= 0), reason text,
    r_hash text not null unique, return_base text not null,
    created_at timestamptz not null default now(), asked_at timestamptz not null default now(),
    unconfirmed_since timestamptz, confirmed_at timestamptz, browser_hash text, seller jsonb);

create index on payments (order_id);

create unique index one_live_attempt on payments (order_id) where state in ('started', 'requires_action');

create unique index one_paid_attempt on payments (order_id) where state = 'paid';

create index on payments (state) where state = 'refund_due';

create index on payments (unconfirmed_since) where unconfirmed_since is not null;

-- Each return of a browser from a provider is a row. browser_hash: of the secret of the browser that asked by the
-- reference first; null until then.
create table return_references (
    id uuid primary key, token_hash text not null unique, payment_id uuid not null references payments,
    browser_hash text, issued_at timestamptz not null default now(), expires_at timestamptz not null);

create index return_references_payment on return_references (payment_id, issued_at);

-- For deleting them a day later.
create index return_references_issued on return_references (issued_at);

create table webhook_events (
    provider text not null, id text not null, received_at timestamptz not null default now(),
    primary key (provider, id));

create index webhook_events_received on webhook_events (received_at);

-- Tickets, and look-ups of them.

-- A ticket stands on its own: its timespan moves with a new date, its number and mail are the receiver's once it was sent.
--
-- parent_id: the ticket from which its people were split off. email: null means the buyer's. turn: grows whenever its code must
-- change hands; share token and entry codes come from it. changes: how often its date was changed. note: what the sender wrote,
-- shown on the receiver's page and not in the mail, whose address is not confirmed. link_revision: how often the ticket's link was
-- revoked; each revision has a token.
create table tickets (
    id uuid primary key, order_id uuid not null references orders, token_hash text not null unique,
    entry_hash text not null unique,
    state text not null default 'valid'
      check (state in ('valid', 'used', 'shared', 'sent', 'changed', 'cancelled')),
    created_at timestamptz not null default now(), number text not null, parent_id uuid references tickets,
    kind text not null default 'order' check (kind in ('order', 'split', 'sent')),
    time_span_id text not null, lang text not null, email text, share_hash text unique,
    turn integer not null default 0, changes integer not null default 0, note text not null default '',
    link_revision integer not null default 0, site text not null,
    constraint tickets_time_span_id_fkey foreign key (site, time_span_id) references time_spans on update cascade);

create index on tickets (order_id);

create index on tickets (parent_id);

-- A changed ticket leaves its number to the one that took its place.
create unique index one_current_ticket on tickets (number) where state <> 'changed';

create index tickets_mail on tickets (lower(email));

-- Each person of an order is a row, made when it is paid and never again: splitting, sending and changing dates only say
-- whose it is. price: yen paid, before any coupon. entry_hash: of the person's own code; null on people of tickets older than
-- this table, whose ticket's code lets them in. used_at: when the gate let this person in; a ticket is used once everybody on it
-- is in.
create table ticket_people (
    id uuid primary key, ticket_id uuid not null references tickets,
    option_id text not null, position integer not null, price integer not null,
    entry_hash text unique, used_at timestamptz, site text not null,
    constraint ticket_people_option_id_fkey foreign key (site, option_id) references product_options on update cascade);

create index on ticket_people (ticket_id);

-- A wrong try at a look-up; what it was about is an HMAC.
create table tries (id uuid primary key, about uuid not null, tried_at timestamptz not null default now());

create index on tries (about, tried_at);

create index on tries (tried_at);

-- Mails, the links in them, and newsletters.

-- note: what the sender of a ticket wrote. base: where the site lived for the request that caused the mail; links begin with it.
-- payment_id: the payment that a refund is about. state: due until it is sent, given up, left to be read (without SMTP), or
-- superseded, when what the mail would say was no longer true. due_at: when it is tried next; while it is being sent, when others
-- may take it as abandoned. tries: how often that was begun. fault: the last one's code.
create table outbox (
    id uuid primary key, order_id uuid not null references orders, site text not null, lang text not null,
    kind text not null, address text not null, created_at timestamptz not null default now(), sent_at timestamptz,
    ticket_id uuid references tickets, note text not null default '', base text not null default '',
    payment_id uuid references payments,
    state text not null default 'due' check (state in ('due', 'sent', 'failed', 'readable', 'superseded')),
    due_at timestamptz not null default now(), tries integer not null default 0, fault text not null default '');

-- Mails to one address are counted whatever letter case it was typed in.
create index outbox_sent_to on outbox (lower(address), created_at);

create index outbox_due on outbox (due_at) where state = 'due';

create index outbox_newest on outbox (created_at);

create index outbox_order on outbox (order_id);

-- Links to orders that were mailed, one for each order and address. made_for: the order of the mail; order_id: the order the
-- link opens, which is another one after the choice was replaced. session_hash: of the order token that the link gave when it was
-- opened; revoked: the order has another address now.
create table mail_links (
    id uuid primary key, token_hash text not null unique, session_hash text unique,
    made_for uuid not null references orders, order_id uuid not null references orders,
    address text not null, revoked boolean not null default false,
    created_at timestamptz not null default now(), unique (made_for, address));

create index mail_links_order on mail_links (order_id);

-- Somebody asked for the links to the tickets of an address; gone once the mail is in the outbox, or there is none to write.
create table link_requests (
    id uuid primary key, site text not null references sites, lang text not null, address text not null,
    base text not null, asked_at timestamptz not null default now());

create index on link_requests (asked_at);

-- email as it is compared: ASCII and lower case. The token is derived from id.
create table mail_magazines (
    id uuid primary key, token_hash text not null unique, site text not null references sites, email text not null,
    lang text not null, started_at timestamptz not null default now(), stopped_at timestamptz, unique (site, email));

-- Waiting rooms (docs/architecture.md#waiting-room).

-- queue: a product's uuid, or empty for the whole site. version: counts the changes of the room's places; last_number: the newest
-- number. credit: orders that may begin now, as of credited_at. rate: orders a minute while the server is at its own limit
-- (overloaded_at), else null.
create table waiting_rooms (
    site text not null, queue text not null, version bigint not null default 0, last_number bigint not null default 0,
    credit double precision not null default 1, credited_at timestamptz not null default clock_timestamp(),
    rate double precision, overloaded_at timestamptz, primary key (site, queue));

-- A browser's place. browser_hash, address_hash: hashes of the browser's secret and of its network address. is_behind: its address
-- has its share of places, so it waits behind the others. order_id: the order for which the turn was used.
create table waiting_places (
    site text not null, queue text not null, browser_hash text not null, address_hash text, number bigint not null,
    state text not null check (state in ('waiting', 'admitted', 'used', 'missed')), is_behind boolean not null,
    joined_at timestamptz not null, seen_at timestamptz not null, admitted_until timestamptz, order_id uuid,
    version bigint not null, primary key (site, queue, browser_hash),
    foreign key (site, queue) references waiting_rooms on delete cascade);

create index on waiting_places (site, queue, is_behind, number) where state = 'waiting';

create index on waiting_places (site, queue, admitted_until) where state = 'admitted';

create index on waiting_places (site, queue, address_hash) where state in ('waiting', 'admitted');

create index on waiting_places (site, queue, version);

create index on waiting_places (seen_at);

-- The end of personal data, secrets, and tokens of operators.

-- A single row. awaits_confirmation: a shop that sold before it had a retention run first reports what would be deleted
-- (server/operators/retention). running_until: a run is under way and was heard of lately. counts: of the last run or report, by class.
create table retention_state (
    only_row boolean primary key default true check (only_row), awaits_confirmation boolean not null default false,
    due_at timestamptz not null default now(), running_until timestamptz, finished_at timestamptz,
    was_report boolean not null default false, counts jsonb not null default '{}');

-- subject: HMAC of the mail address; site: null for all of them. Nothing in it names anybody.
create table erasures (
    id uuid primary key, subject uuid not null, site text references sites, erased_at timestamptz not null default now());

-- Which secrets made the tokens of this database, by fingerprint; ids are derived from the first of them.
create table signing_keys (fingerprint text primary key, registered_at timestamptz not null default clock_timestamp());

-- Tokens by which a venue's back office calls the operations of its site. id: not secret, shown in lists and logs. token_hash:
-- SHA-256 of the whole token. name: the device or program that has it.
create table operator_tokens (
    id text primary key, site text not null, token_hash text not null, name text not null,
    scope text not null check (scope in ('gate', 'read', 'full')), created_at timestamptz not null default now(),
    expires_at timestamptz not null, revoked_at timestamptz, used_at timestamptz);

-- Seats and set products of a slot.

-- Returns held seats and set products of a slot.
create function free_stock_1(p_site text, p_span text, p_seats int, p_sets jsonb) returns void
  language plpgsql as $$ begin
    if p_seats > 0 then update time_spans set held = held - p_seats where site = p_site and id = p_span; end if;
    if p_sets <> '[]' then
      update set_stocks set held = held - t.count from jsonb_to_recordset(p_sets) as t (set_uuid text, count int)
        where site = p_site and time_span_id = p_span and set_stocks.set_uuid = t.set_uuid;
    end if;
  end $$;

-- Takes free seats of a slot. False, and nothing is taken, when there are not enough.
create function take_seats_1(p_site text, p_span text, p_seats int) returns boolean
  language plpgsql as $$ begin
    update time_spans set held = held + p_seats
      where site = p_site and id = p_span and held + sold + p_seats <= capacity and withdrawn_at is null;
    return found;
  end $$;

-- Takes free set products of a slot, all or none, and returns the one that is short, or null. Taking the seats has locked the slot,
-- so these rows can be locked in any sequence.
create function take_sets_1(p_site text, p_span text, p_sets jsonb) returns text
  language plpgsql as $$ declare v_set record; v_taken jsonb := '[]'; begin
    for v_set in select * from jsonb_to_recordset(p_sets) as t (set_uuid text, count int) loop
      insert into set_stocks (site, time_span_id, set_uuid, capacity)
        select site, p_span, uuid, stock from set_products where site = p_site and uuid = v_set.set_uuid
        on conflict do nothing;
      update set_stocks set held = held + v_set.count
        where site = p_site and time_span_id = p_span and set_uuid = v_set.set_uuid
          and held + sold + v_set.count <= capacity;
      if not found then
        perform free_stock_1(p_site, p_span, 0, v_taken);
        return v_set.set_uuid;
      end if;
      v_taken := v_taken || jsonb_build_object('set_uuid', v_set.set_uuid, 'count', v_set.count);
    end loop;
    return null;
  end $$;

-- As `take_sets_1`, beside an import that changes the stock. The first hold in a slot copies the stock of the catalogue under a
-- shared lock (in the sequence of imports), so that neither misses the other. An import cannot set a slot's capacity below its taken
-- set products; here it follows them down to the new stock, so that returned ones are not taken again.
create function take_sets_2(p_site text, p_span text, p_sets jsonb) returns text
  language plpgsql as $$ begin
    perform 1 from set_products
      where site = p_site and uuid in (select set_uuid from jsonb_to_recordset(p_sets) as t (set_uuid text))
        and not exists (select from set_stocks
          where set_stocks.site = p_site and time_span_id = p_span and set_stocks.set_uuid = set_products.uuid)
      order by uuid for share;
    update set_stocks as k set capacity = greatest(s.stock, k.held + k.sold) from set_products as s
      where k.site = p_site and k.time_span_id = p_span
        and k.set_uuid in (select set_uuid from jsonb_to_recordset(p_sets) as t (set_uuid text))
        and s.site = k.site and s.uuid = k.set_uuid and k.capacity > greatest(s.stock, k.held + k.sold);
    return take_sets_1(p_site, p_span, p_sets);
  end $$;

-- From the hold of an order to its ticket.

-- Stores a finished answer. False when the key is being used or was used; a key whose process died may be used again.
create function store_answer_1(p_key text, p_fingerprint text, p_status int, p_body text) returns boolean
  language plpgsql as $$ begin
    if p_key is null then return true; end if;
    /* Not to wait for the same key: who has it may itself wait for a slot. */
    if not pg_try_advisory_xact_lock(hashtextextended(p_key, 4177)) then return false; end if;
    insert into idempotency as known (key_hash, fingerprint, status, body)
      values (p_key, p_fingerprint, p_status, p_body)
      on conflict (key_hash) do update set status = excluded.status, body = excluded.body, started_at = now()
        where known.status is null and known.fingerprint = excluded.fingerprint
          and known.started_at < now() - interval '15 seconds';
    return found;
  end $$;

-- Subscribes an address to a site's newsletter. A subscription that goes on is its reader's own and stays as it is, since the buyer
-- may have typed the address of somebody else.
create function subscribe_1(p_site text, p_lang text, p_subscription jsonb) returns void
  language plpgsql as $$ begin
    /* After an earlier unsubscription only a hash of the address may be stored: the row gets the address back. */
    update mail_magazines set email = p_subscription ->> 'email'
      where site = p_site and email = p_subscription ->> 'suppressed';
    insert into mail_magazines (id, token_hash, site, email, lang)
      values ((p_subscription ->> 'id')::uuid, p_subscription ->> 'token_hash', p_site, p_subscription ->> 'email', p_lang)
      on conflict (site, email) do update set lang = excluded.lang, started_at = now(), stopped_at = null
        where mail_magazines.stopped_at is not null;
  end $$;

-- Ends of orders without a payment.

-- Ends an order that holds seats, whose row is locked by this statement: its stock and its coupon use are free again.
create function end_order_1(p_order uuid, p_status text) returns void
  language plpgsql as $$ declare v_order orders%rowtype; v_use record; begin
    update orders set status = p_status where id = p_order returning * into strict v_order;
    perform free_stock_1(v_order.site, v_order.time_span_id, v_order.quantity,
      (select coalesce(jsonb_agg(jsonb_build_object('set_uuid', set_uuid, 'count', count)), '[]')
        from order_sets where order_id = p_order));
    update coupon_uses set counted = false where order_id = p_order and counted returning site, coupon_id into v_use;
    if found then
      update coupons set uses = uses - 1 where site = v_use.site and id = v_use.coupon_id;
    end if;
  end $$;

-- Cancels an order that is still as it was read, with its answer. Outcomes: `cancelled`; `answered` and `changed` write nothing.
create function cancel_order_1(p_order uuid, p_version text,
    p_key text, p_fingerprint text, p_body text) returns text
  language plpgsql as $$ begin
    if not store_answer_1(p_key, p_fingerprint, 200, p_body) then return 'answered'; end if;
    perform 1 from orders where id = p_order and xmin::text = p_version and status = 'open' for update;
    if found then
      perform end_order_1(p_order, 'cancelled');
      return 'cancelled';
    end if;
    delete from idempotency where key_hash = p_key;
    return 'changed';
  end $$;

-- Ends holds that are over, as sets, and returns their number: of one slot, which is waited for, or of the first slots that nobody
-- has locked, so that several processes share the work. Orders locked by others are skipped: those may wait for the slot.
-- The hold of an order is over, and no payment for it may still arrive (docs/architecture.md#bar-expiry).
create function end_holds_1(p_site text, p_span text, p_slots int, p_orders int) returns int
  language plpgsql as $$ declare v_sites text[]; v_spans text[]; v_orders uuid[]; begin
    if p_site is not null then
      perform 1 from time_spans where site = p_site and id = p_span for update;
      v_sites := array[p_site];
      v_spans := array[p_span];
    else
      select array_agg(site), array_agg(id) into v_sites, v_spans from (
        select site, id from time_spans
          where (site, id) in (select site, time_span_id from orders where status = 'open' and hold_until <= now() and not exists (select from payments
  where payments.order_id = orders.id and payments.state in ('started', 'requires_action')))
          order by site, id limit p_slots for update skip locked) as free;
    end if;
    select array_agg(id) into v_orders from (
      select id from orders
        where (site, time_span_id) in (select * from unnest(v_sites, v_spans)) and status = 'open' and hold_until <= now() and not exists (select from payments
  where payments.order_id = orders.id and payments.state in ('started', 'requires_action'))
        limit p_orders for update skip locked) as over;
    if v_orders is null then return 0; end if;
    perform 1 from coupons where (site, id) in (
        select site, coupon_id from coupon_uses where order_id = any (v_orders) and counted)
      order by site, id for update;
    update time_spans set held = held - freed.seats
      from (select site, time_span_id, sum(quantity) as seats from orders where id = any (v_orders) group by 1, 2) as freed
      where time_spans.site = freed.site and time_spans.id = freed.time_span_id;
    update set_stocks set held = held - freed.sets
      from (select orders.site, time_span_id, set_uuid, sum(count) as sets
          from order_sets join orders on orders.id = order_id where order_id = any (v_orders) group by 1, 2, 3) as freed
      where set_stocks.site = freed.site and set_stocks.time_span_id = freed.time_span_id
        and set_stocks.set_uuid = freed.set_uuid;
    with freed as (
        update coupon_uses set counted = false where order_id = any (v_orders) and counted returning site, coupon_id)
      update coupons set uses = uses - used.times
        from (select site, coupon_id, count(*) as times from freed group by 1, 2) as used
        where coupons.site = used.site and coupons.id = used.coupon_id;
    update orders set status = 'expired' where id = any (v_orders);
    return cardinality(v_orders);
  end $$;

-- Every change of a place happens under the lock of its waiting room, which numbers the changes
-- (`version`): a process that has read a version misses none of the later ones. Times are the database's.

-- Gives a turn back whose order was refused.
create function return_turn_1(p_site text, p_queue text, p_browser text, p_order uuid) returns void
  language plpgsql as $$ declare v_version bigint; begin
    update waiting_rooms set version = version + 1 where site = p_site and queue = p_queue returning version into v_version;
    update waiting_places set state = 'admitted', order_id = null, version = v_version
      where site = p_site and queue = p_queue and browser_hash = p_browser and state = 'used' and order_id = p_order
        and not exists (select from orders where id = p_order);
  end $$;

-- Opens the waiting room of a site whose server is at its own limit, at the pace of the last minute's orders; it slows down while
-- that goes on (docs/architecture.md#waiting-room).
create function overload_room_1(p_site text, p_queue text) returns void
  language plpgsql as $$ begin
    insert into waiting_rooms as room (site, queue, credit, rate, overloaded_at, version)
      values (p_site, p_queue, 0, greatest(30, (select count(*) from orders
        where site = p_site and created_at > now() - interval '1 minute')), clock_timestamp(), 1)
      on conflict (site, queue) do update set overloaded_at = clock_timestamp(), version = room.version + 1,
        rate = case when room.rate is null then excluded.rate
          when room.overloaded_at < clock_timestamp() - interval '5 seconds' then greatest(30, room.rate * 0.8)
          else room.rate end;
  end $$;
