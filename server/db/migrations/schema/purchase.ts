/* What happens to an order between its hold and its ticket. */

/** Stores a finished answer. False when the key is being used or was used; a key whose process died may be used again. */
const storeAnswer = `create function store_answer_1(p_key text, p_fingerprint text, p_status int, p_body text) returns boolean
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
  end $$`;

/**
 * Saves the customer of an open order that is still as it was read, with its answer; links to earlier addresses end. Outcomes:
 * `saved`; `answered` and `changed` write nothing.
 */
const saveCustomer = `create function save_customer_1(p_order uuid, p_version text, p_customer jsonb, p_address text,
    p_by_token text, p_key text, p_fingerprint text, p_body text) returns text
  language plpgsql as $$ begin
    if not store_answer_1(p_key, p_fingerprint, 200, p_body) then return 'answered'; end if;
    update orders set customer = p_customer
      where id = p_order and xmin::text = p_version and status = 'open' and hold_until > now();
    if found then
      if p_address <> '' then
        update mail_links set revoked = address <> p_address and session_hash is distinct from p_by_token
          where order_id = p_order;
      end if;
      return 'saved';
    end if;
    delete from idempotency where key_hash = p_key;
    return 'changed';
  end $$`;

/** Makes an order that is still as it was read paid, with its ticket and its mail. False, and nothing is written, otherwise. */
const settlePaid1 = `create function settle_paid_1(p_order uuid, p_version text, p_payment uuid, p_provider_id text, p_data jsonb,
    p_is_unconfirmed boolean, p_number text, p_ticket uuid, p_token_hash text, p_entry_hash text, p_people jsonb,
    p_mail uuid, p_address text, p_subscription jsonb) returns boolean
  language plpgsql as $$ declare v_order orders%rowtype; v_payment payments%rowtype; begin
    select * into v_order from orders
      where id = p_order and xmin::text = p_version and status in ('open', 'checking') for update;
    if not found then return false; end if;
    select * into v_payment from payments where id = p_payment and state in ('started', 'requires_action') for update;
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
      /* After an earlier unsubscription only a hash of the address may be stored: the row gets the address back. */
      update mail_magazines set email = p_subscription ->> 'email'
        where site = v_order.site and email = p_subscription ->> 'suppressed';
      insert into mail_magazines (id, token_hash, site, email, lang)
        values ((p_subscription ->> 'id')::uuid, p_subscription ->> 'token_hash', v_order.site,
          p_subscription ->> 'email', v_order.lang)
        on conflict (site, email) do update set lang = excluded.lang, started_at = now(), stopped_at = null;
    end if;
    return true;
  end $$`;

/**
 * Subscribes an address to a site's newsletter. A subscription that goes on is its reader's own and stays as it is, since the buyer
 * may have typed the address of somebody else.
 */
const subscribe = `create function subscribe_1(p_site text, p_lang text, p_subscription jsonb) returns void
  language plpgsql as $$ begin
    /* After an earlier unsubscription only a hash of the address may be stored: the row gets the address back. */
    update mail_magazines set email = p_subscription ->> 'email'
      where site = p_site and email = p_subscription ->> 'suppressed';
    insert into mail_magazines (id, token_hash, site, email, lang)
      values ((p_subscription ->> 'id')::uuid, p_subscription ->> 'token_hash', p_site, p_subscription ->> 'email', p_lang)
      on conflict (site, email) do update set lang = excluded.lang, started_at = now(), stopped_at = null
        where mail_magazines.stopped_at is not null;
  end $$`;

/** As settle_paid_1, whose own subscription would restart one that goes on. */
const settlePaid2 = `create function settle_paid_2(p_order uuid, p_version text, p_payment uuid, p_provider_id text, p_data jsonb,
    p_is_unconfirmed boolean, p_number text, p_ticket uuid, p_token_hash text, p_entry_hash text, p_people jsonb,
    p_mail uuid, p_address text, p_subscription jsonb) returns boolean
  language plpgsql as $$ begin
    if not settle_paid_1(p_order, p_version, p_payment, p_provider_id, p_data, p_is_unconfirmed, p_number, p_ticket,
      p_token_hash, p_entry_hash, p_people, p_mail, p_address, null) then return false; end if;
    if p_subscription is not null then
      perform subscribe_1(site, lang, p_subscription) from orders where id = p_order;
    end if;
    return true;
  end $$`;

/** SQL of the functions from the first answer to the ticket. */
export const purchaseFunctions = [storeAnswer, saveCustomer, settlePaid1, subscribe, settlePaid2];
