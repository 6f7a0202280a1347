/* Seats and set products of a slot. */

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
 * so these rows can be locked in any sequence.
 */
const takeSets1 = `create function take_sets_1(p_site text, p_span text, p_sets jsonb) returns text
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
 * As `take_sets_1`, beside an import that changes the stock. The first hold in a slot copies the stock of the catalogue under a
 * shared lock (in the sequence of imports), so that neither misses the other. An import cannot set a slot's capacity below its taken
 * set products; here it follows them down to the new stock, so that returned ones are not taken again.
 */
const takeSets2 = `create function take_sets_2(p_site text, p_span text, p_sets jsonb) returns text
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
  end $$`;

/** SQL of the functions that take and return stock. */
export const stockFunctions = [freeStock, takeSeats, takeSets1, takeSets2];
