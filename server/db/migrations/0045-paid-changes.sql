-- What a change of date costs, and orders that pay for one.

-- paid: a dearer time costs the difference; free: it costs nothing more; null: it is not offered. date_change_fee: yen of each change.
alter table products add column date_change_difference text check (date_change_difference in ('paid', 'free')),
    add column date_change_fee integer not null default 0 check (date_change_fee >= 0);

-- change_of: the order whose buyer's ticket moves once this one is paid. change_version: that ticket's changes when the price was named.
alter table orders add column change_of uuid references orders, add column change_version integer;

create index orders_changes on orders (change_of) where change_of is not null;

-- The function of 0038. An order that changes a date has no ticket: the caller moves one, which processes of an earlier release do not;
-- for those it is false.
create or replace function settle_paid_3(p_order uuid, p_version text, p_payment uuid, p_state text, p_provider_id text,
    p_data jsonb, p_is_unconfirmed boolean, p_number text, p_ticket uuid, p_token_hash text, p_entry_hash text, p_people jsonb,
    p_mail uuid, p_address text, p_subscription jsonb) returns boolean
  language plpgsql as $$ declare v_order orders%rowtype; v_payment payments%rowtype; begin
    select * into v_order from orders
      where id = p_order and xmin::text = p_version and status in ('open', 'checking') and (change_of is null) = (p_ticket is not null) for update;
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
    if p_ticket is null then return true; end if;
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
