import { type Kysely, sql } from 'kysely';
import { placeOrder } from './functions/place-order.ts';
import { saveCustomer, settlePaid } from './functions/purchase.ts';

/*
 * Functions of the writes that are one statement (docs/decisions/0023-rules-judge-statements-write.md). Parameters begin with
 * `p_`. A function is never replaced: a release beside this one may call it, so a changed one gets a new name.
 */

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

/** Returns held seats and set products of a slot. */
const freeStock = `create function free_stock_1(p_site text, p_span text, p_seats int, p_sets jsonb) returns void
  language plpgsql as $$ begin
    if p_seats > 0 then update time_spans set held = held - p_seats where site = p_site and id = p_span; end if;
    if p_sets <> '[]' then
      update set_stocks set held = held - t.count from jsonb_to_recordset(p_sets) as t (set_uuid text, count int)
        where site = p_site and time_span_id = p_span and set_stocks.set_uuid = t.set_uuid;
    end if;
  end $$`;

/** Takes free seats of a slot. False, and nothing is taken, when there are not enough. */
const takeSeats = `create function take_seats_1(p_site text, p_span text, p_seats int) returns boolean
  language plpgsql as $$ begin
    update time_spans set held = held + p_seats
      where site = p_site and id = p_span and held + sold + p_seats <= capacity and withdrawn_at is null;
    return found;
  end $$`;

/**
 * Takes free set products of a slot, all or none, and returns the one that is short, or null. Taking the seats has locked the slot,
 * so these rows need no sequence of their own.
 */
const takeSets = `create function take_sets_1(p_site text, p_span text, p_sets jsonb) returns text
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
  end $$`;

/**
 * Seconds until an address may hold more of a product, null when it may hold these seats now (docs/architecture.md#holds). Called
 * after the seats were taken; orders of one address and product pass one after the other.
 */
const seatsWait = `create function seats_wait_1(p_order uuid, p_address text, p_site text, p_product text, p_span text,
    p_quantity int, p_seats int, p_share_of_day int, p_share_of_slot int) returns float8
  language plpgsql as $$
  declare v_day date; v_all int; v_of_day int; v_of_slot int; v_wait float8; v_free_day int; v_free_slot int; begin
    if p_seats = 0 or p_address is null then return null; end if;
    perform pg_advisory_xact_lock(hashtextextended(p_address || ' ' || p_site || ' ' || p_product, 4175));
    select day into v_day from time_spans where site = p_site and id = p_span;
    select coalesce(sum(quantity), 0), coalesce(sum(quantity) filter (where day = v_day), 0),
        coalesce(sum(quantity) filter (where time_span_id = p_span), 0),
        coalesce(extract(epoch from min(hold_until) - now()), 0)
      into v_all, v_of_day, v_of_slot, v_wait
      from orders join time_spans on time_spans.site = orders.site and time_spans.id = orders.time_span_id
      where asked_by = p_address and orders.site = p_site and orders.product_uuid = p_product
        and status in ('open', 'checking') and orders.id <> p_order;
    /* The first order of an address is never limited, nor are a few seats more. */
    if v_all = 0 or v_all + p_quantity <= p_seats then return null; end if;
    select coalesce(sum(capacity - held - sold), 0), coalesce(sum(capacity - held - sold) filter (where id = p_span), 0)
      into v_free_day, v_free_slot
      from time_spans where site = p_site and product_uuid = p_product and day = v_day
        and withdrawn_at is null and sale_to > now();
    /* Its own seats count as free: a share is of what is left for all others and for it. */
    if v_of_day + p_quantity <= greatest(p_share_of_day * (v_free_day + v_of_day + p_quantity),
        p_share_of_slot * (v_free_slot + v_of_slot + p_quantity)) / 100.0 then return null; end if;
    return greatest(1, ceil(v_wait));
  end $$`;

/** Ends an order that holds seats, whose row is locked by this statement: its stock and its coupon use are free again. */
const endOrder = `create function end_order_1(p_order uuid, p_status text) returns void
  language plpgsql as $$ declare v_order orders%rowtype; v_use record; begin
    update orders set status = p_status where id = p_order returning * into strict v_order;
    perform free_stock_1(v_order.site, v_order.time_span_id, v_order.quantity,
      (select coalesce(jsonb_agg(jsonb_build_object('set_uuid', set_uuid, 'count', count)), '[]')
        from order_sets where order_id = p_order));
    update coupon_uses set counted = false where order_id = p_order and counted returning site, coupon_id into v_use;
    if found then
      update coupons set uses = uses - 1 where site = v_use.site and id = v_use.coupon_id;
    end if;
  end $$`;

/** Cancels an order that is still as it was read, with its answer. Outcomes: `cancelled`; `answered` and `changed` write nothing. */
const cancelOrder = `create function cancel_order_1(p_order uuid, p_version text,
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
  end $$`;

/** SQL: the hold of an order is over, and no payment for it may still arrive (docs/architecture.md#bar-expiry). */
const isOver = `status = 'open' and hold_until <= now() and not exists (select from payments
  where payments.order_id = orders.id and payments.state in ('started', 'requires_action'))`;

/**
 * Ends holds that are over, as sets, and returns their number: of one slot, which is waited for, or of the first slots that nobody
 * has locked, so that several processes share the work. Orders locked by others are skipped: those may wait for the slot.
 */
const endHolds = `create function end_holds_1(p_site text, p_span text, p_slots int, p_orders int) returns int
  language plpgsql as $$ declare v_sites text[]; v_spans text[]; v_orders uuid[]; begin
    if p_site is not null then
      perform 1 from time_spans where site = p_site and id = p_span for update;
      v_sites := array[p_site];
      v_spans := array[p_span];
    else
      select array_agg(site), array_agg(id) into v_sites, v_spans from (
        select site, id from time_spans
          where (site, id) in (select site, time_span_id from orders where ${isOver})
          order by site, id limit p_slots for update skip locked) as free;
    end if;
    select array_agg(id) into v_orders from (
      select id from orders
        where (site, time_span_id) in (select * from unnest(v_sites, v_spans)) and ${isOver}
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
  end $$`;

const statements = [
  storeAnswer,
  freeStock,
  takeSeats,
  takeSets,
  seatsWait,
  placeOrder(1),
  endOrder,
  cancelOrder,
  saveCustomer,
  settlePaid,
  endHolds,
  /* For deleting them by their age. */
  `create index webhook_events_received on webhook_events (received_at)`,
  `create index effects_done on effects (done_at)`,
];

/** Functions of the writes that are one statement each, and indexes of the sweep. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
