-- Each effect on an order has one function: placed, its customer saved, paid.

-- Marks an order that holds its seats as paid, with its ticket, its mail and its subscription. Returns false, and writes nothing, if
-- the order (`p_version`: its `xmin`) or the attempt has changed since it was read, or if the reservation number is taken.
create function settle_paid_3(p_order uuid, p_version text, p_payment uuid, p_state text, p_provider_id text,
    p_data jsonb, p_is_unconfirmed boolean, p_number text, p_ticket uuid, p_token_hash text, p_entry_hash text, p_people jsonb,
    p_mail uuid, p_address text, p_subscription jsonb) returns boolean
  language plpgsql as $$ declare v_order orders%rowtype; v_payment payments%rowtype; begin
    select * into v_order from orders
      where id = p_order and xmin::text = p_version and status in ('open', 'checking') for update;
    if not found then return false; end if;
    select * into v_payment from payments where id = p_payment and state = p_state for update;
    if not found then return false; end if;
    if exists (select from orders where reservation_number = p_number)
      or exists (select from tickets where number = p_number and state <> 'changed') then return false; end if;
    update time_spans set held = held - v_order.quantity, sold = sold + v_order.quantity
      where site = v_order.site and id = v_order.time_span_id;
    update set_stocks set held = set_stocks.held - order_sets.count, sold = set_stocks.sold + order_sets.count
      from order_sets where order_sets.order_id = p_order and set_stocks.site = v_order.site
        and set_stocks.time_span_id = v_order.time_span_id and set_stocks.set_uuid = order_sets.set_uuid;
    update payments set state = 'paid', provider_id = p_provider_id, token = null, asked_at = now(),
        data = case when p_data is null then data else coalesce(data, '{}') || p_data end,
        unconfirmed_since = case when p_is_unconfirmed then now() else unconfirmed_since end
      where id = p_payment;
    update orders set status = 'paid', paid_at = now(), payment_method = v_payment.method, reservation_number = p_number
      where id = p_order;
    insert into tickets (id, order_id, site, number, time_span_id, lang, token_hash, entry_hash)
      values (p_ticket, p_order, v_order.site, p_number, v_order.time_span_id, v_order.lang, p_token_hash, p_entry_hash);
    insert into ticket_people (id, ticket_id, site, option_id, position, price, entry_hash)
      select t.id, p_ticket, v_order.site, t.option_id, t.position, t.price, t.entry_hash from jsonb_to_recordset(p_people)
        as t (id uuid, option_id text, position int, price int, entry_hash text);
    if p_address <> '' then
      insert into outbox (id, order_id, site, lang, kind, address, base)
        values (p_mail, p_order, v_order.site, v_order.lang, 'completed', p_address, v_payment.return_base);
    end if;
    if p_subscription is not null then
      perform subscribe_1(v_order.site, v_order.lang, p_subscription);
    end if;
    return true;
  end $$;

-- Saves the customer of an open order, with its answer. With `p_version` (`xmin`) the order must not have changed since it was read.
-- Mail links to another address than `p_address` are revoked, except the one that this request came by (`p_by_token`), and those to
-- it work again. Outcomes: `saved`; `answered`, `changed` and `unchanged` write nothing.
create function save_customer_2(p_order uuid, p_version text, p_customer jsonb, p_address text,
    p_by_token text, p_key text, p_fingerprint text, p_body text) returns text
  language plpgsql as $$ declare v_is_written boolean; v_is_revoked boolean := false; begin
    if not store_answer_1(p_key, p_fingerprint, 200, p_body) then return 'answered'; end if;
    perform 1 from orders where id = p_order and (p_version is null or xmin::text = p_version)
      and status = 'open' and hold_until > now() for update;
    if not found then
      delete from idempotency where key_hash = p_key;
      return 'changed';
    end if;
    update orders set customer = p_customer where id = p_order and customer is distinct from p_customer;
    v_is_written := found;
    if p_address <> '' then
      update mail_links set revoked = not revoked
        where order_id = p_order and revoked <> (address <> p_address and session_hash is distinct from p_by_token);
      v_is_revoked := found;
    end if;
    if v_is_written or v_is_revoked then return 'saved'; end if;
    delete from idempotency where key_hash = p_key;
    return 'unchanged';
  end $$;

-- Writes the rows of an order. It holds its seats for `seconds`, of which not more than `life` minutes since `held_since`.
create function insert_order_1(p_order jsonb, p_lines jsonb, p_sets jsonb) returns void
  language plpgsql as $$ begin
    insert into orders (id, token_hash, site, lang, asked_by, address_56, address_48, product_uuid, time_span_id, quantity,
        total, customer, status, invited, confirmed_mail, extensions, held_since, hold_until)
      select id, token_hash, site, lang, networks -> 0 ->> 'id', networks -> 1 ->> 'id', networks -> 2 ->> 'id', product_uuid,
          time_span_id, quantity, total, nullif(customer, 'null'), coalesce(status, 'open'), coalesce(invited, false),
          confirmed_mail, coalesce(extensions, 0), coalesce(held_since, now()),
          least(now() + make_interval(secs => seconds), held_since + make_interval(mins => life))
        from jsonb_to_record(p_order) as t (id uuid, token_hash text, site text, lang text, networks jsonb, product_uuid text,
          time_span_id text, quantity int, total int, customer jsonb, status text, invited boolean, confirmed_mail text,
          extensions int, held_since timestamptz, seconds float8, life int);
    insert into order_lines (order_id, site, option_id, position, count, price)
      select (p_order ->> 'id')::uuid, p_order ->> 'site', t.option_id, t.position, t.count, t.price
        from jsonb_to_recordset(p_lines) as t (option_id text, position int, count int, price int);
    insert into order_sets (order_id, site, set_uuid, count, price)
      select (p_order ->> 'id')::uuid, p_order ->> 'site', t.set_uuid, t.count, t.price
        from jsonb_to_recordset(p_sets) as t (set_uuid text, count int, price int);
  end $$;

-- Places an order: takes its stock, limits what a visitor's networks hold, writes its rows and answer. Outcomes: `placed`; `answered`
-- (the key is known or in use), `no_seats`, `no_set` with its id, `too_many` with the seconds to wait. Only `placed` writes.
create function place_order_4(p_order jsonb, p_lines jsonb, p_sets jsonb,
    p_seats int, p_share_of_day int, p_share_of_slot int,
    p_key text, p_fingerprint text, p_body text, out outcome text, out detail text)
  language plpgsql as $$
  declare v_site text := p_order ->> 'site'; v_span text := p_order ->> 'time_span_id';
    v_quantity int := (p_order ->> 'quantity')::int; v_wait float8; begin
    if not store_answer_1(p_key, p_fingerprint, 200, p_body) then outcome := 'answered'; return; end if;
    if not take_seats_1(v_site, v_span, v_quantity) then
      outcome := 'no_seats';
      delete from idempotency where key_hash = p_key;
      return;
    end if;
    if p_sets <> '[]' then detail := take_sets_2(v_site, v_span, p_sets); end if;
    if detail is null then
      v_wait := seats_wait_2((p_order ->> 'id')::uuid, nullif(p_order -> 'networks', 'null'), v_site,
        p_order ->> 'product_uuid', v_span, v_quantity, p_seats, p_share_of_day, p_share_of_slot);
    end if;
    if detail is not null or v_wait is not null then
      perform free_stock_1(v_site, v_span, v_quantity, case when detail is null then p_sets else '[]' end);
      delete from idempotency where key_hash = p_key;
      outcome := case when detail is null then 'too_many' else 'no_set' end;
      detail := coalesce(detail, v_wait::text);
      return;
    end if;
    perform insert_order_1(p_order, p_lines, p_sets);
    outcome := 'placed';
  end $$;
