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

/** SQL of the functions that end orders without a payment. */
export const endFunctions = [endOrder, cancelOrder, endHolds];
