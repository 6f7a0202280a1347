import { enterQueue, runQueues } from './functions/queue.ts';

/** SQL: of so many seats, `factor` times as much of what is left to others as the share allows: 25 % of 100 are 25, 33 or 40. */
const shareOf = (share: string, seats: string) =>
  `v_network.factor * ${share} * ${seats} / (v_network.factor * ${share} + 100 - ${share})`;

/**
 * Seconds until an address and the networks around it may hold more of a product, null when they may hold these seats now
 * (docs/product.md#holds). Called after the seats were taken. A network may hold `factor` times the seats, and `factor` times as much of
 * what it leaves to others. Locks are sorted.
 */
const seatsWait = `create function seats_wait_2(p_order uuid, p_networks jsonb, p_site text, p_product text, p_span text,
    p_quantity int, p_seats int, p_share_of_day int, p_share_of_slot int) returns float8
  language plpgsql as $$
  declare v_network record; v_day date; v_all int; v_of_day int; v_of_slot int; v_free_day int; v_free_slot int;
    v_wait float8; v_longest float8; begin
    if p_seats = 0 or p_networks is null then return null; end if;
    for v_network in select id from jsonb_to_recordset(p_networks) as n (id text) order by id loop
      perform pg_advisory_xact_lock(hashtextextended(v_network.id || ' ' || p_site || ' ' || p_product, 4175));
    end loop;
    select day into v_day from time_spans where site = p_site and id = p_span;
    select coalesce(sum(capacity - held - sold), 0), coalesce(sum(capacity - held - sold) filter (where id = p_span), 0)
      into v_free_day, v_free_slot
      from time_spans where site = p_site and product_uuid = p_product and day = v_day
        and withdrawn_at is null and sale_to > now();
    for v_network in select * from jsonb_to_recordset(p_networks) as n (id text, factor float8) loop
      select coalesce(sum(quantity), 0), coalesce(sum(quantity) filter (where day = v_day), 0),
          coalesce(sum(quantity) filter (where time_span_id = p_span), 0),
          coalesce(extract(epoch from min(hold_until) - now()), 0)
        into v_all, v_of_day, v_of_slot, v_wait
        from orders join time_spans on time_spans.site = orders.site and time_spans.id = orders.time_span_id
        where (asked_by = v_network.id or address_56 = v_network.id or address_48 = v_network.id)
          and orders.site = p_site and orders.product_uuid = p_product
          and status in ('open', 'checking') and orders.id <> p_order;
      /* The first order of a network is never limited, nor are a few seats more. */
      continue when v_all = 0 or v_all + p_quantity <= floor(p_seats * v_network.factor);
      continue when v_of_day + p_quantity <= greatest(
        ${shareOf('p_share_of_day', '(v_free_day + v_of_day + p_quantity)')},
        ${shareOf('p_share_of_slot', '(v_free_slot + v_of_slot + p_quantity)')});
      v_longest := greatest(v_longest, 1, ceil(v_wait));
    end loop;
    return v_longest;
  end $$`;

/** Limits of the networks around an IPv6 address. */
export const statements = [
  /* Hashes of the /56 and /48 of an IPv6 address; asked_by and address_hash are that of the address itself. */
  `alter table orders add column address_56 text, add column address_48 text`,
  `create index orders_of_56 on orders (address_56, product_uuid) where address_56 is not null`,
  `create index orders_of_48 on orders (address_48, product_uuid) where address_48 is not null`,
  `alter table waiting_places add column address_56 text, add column address_48 text`,
  `create index on waiting_places (site, queue, address_56) where state in ('waiting', 'admitted')`,
  `create index on waiting_places (site, queue, address_48) where state in ('waiting', 'admitted')`,
  seatsWait,
  enterQueue,
  runQueues,
];
