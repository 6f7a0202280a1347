-- Limits of the networks around an IPv6 address.

-- Hashes of the /56 and /48 of an IPv6 address; asked_by and address_hash are that of the address itself.
alter table orders add column address_56 text, add column address_48 text;

create index orders_of_56 on orders (address_56, product_uuid) where address_56 is not null;

create index orders_of_48 on orders (address_48, product_uuid) where address_48 is not null;

alter table waiting_places add column address_56 text, add column address_48 text;

create index on waiting_places (site, queue, address_56) where state in ('waiting', 'admitted');

create index on waiting_places (site, queue, address_48) where state in ('waiting', 'admitted');

-- Seconds until an address and the networks around it may hold more of a product, null when they may hold these seats now
-- (docs/product.md#holds). Called after the seats were taken. A network may hold `factor` times the seats, and `factor` times as much of
-- what it leaves to others. Locks are sorted.
-- The share: of so many seats, `factor` times as much of what is left to others as it allows: 25 % of 100 are 25, 33 or 40.
create function seats_wait_2(p_order uuid, p_networks jsonb, p_site text, p_product text, p_span text,
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
        v_network.factor * p_share_of_day * (v_free_day + v_of_day + p_quantity) / (v_network.factor * p_share_of_day + 100 - p_share_of_day),
        v_network.factor * p_share_of_slot * (v_free_slot + v_of_slot + p_quantity) / (v_network.factor * p_share_of_slot + 100 - p_share_of_slot));
      v_longest := greatest(v_longest, 1, ceil(v_wait));
    end loop;
    return v_longest;
  end $$;

-- The second versions of functions of waiting rooms, which count places for each network of an address (0025-networks.ts); what
-- 0022 says of locks and times holds here too.

-- Whether an order may be placed now (docs/architecture.md#waiting-room). `known`: its key or the order itself exists already;
-- `entered`: the browser's turn is spent on it, or nobody waits and there is room; `waiting`: the browser has a place in the queue,
-- if it has a secret and its networks have room. `p_rate`: orders a minute, null without a limit; without `p_may_enter` nobody enters.
-- A network has its share of places in front, and 25 times as many behind: further browsers get none, so that nobody fills the table.
create function enter_queue_2(p_site text, p_queue text, p_browser text,
    p_networks jsonb, p_order uuid,
    p_key text, p_rate float8, p_minutes int, p_places int, p_may_enter boolean) returns text
  language plpgsql as $$
  declare v_now timestamptz; v_room waiting_rooms%rowtype; v_place waiting_places%rowtype; v_rate float8; v_credit float8;
    v_state text;
  begin
    if exists (select from idempotency where key_hash = p_key) or exists (select from orders where id = p_order) then
      return 'known';
    end if;
    select * into v_room from waiting_rooms where site = p_site and queue = p_queue for update;
    if not found then
      insert into waiting_rooms (site, queue) values (p_site, p_queue) on conflict do nothing;
      select * into v_room from waiting_rooms where site = p_site and queue = p_queue for update;
    end if;
    v_now := clock_timestamp();
    v_rate := least(p_rate, v_room.rate);
    if v_rate is null then return 'entered'; end if;
    select * into v_place from waiting_places where site = p_site and queue = p_queue and browser_hash = p_browser;
    if v_place.state = 'used' and v_place.order_id = p_order then return 'entered'; end if;
    if p_may_enter and v_place.state = 'admitted' and v_place.admitted_until > v_now then
      update waiting_places set state = 'used', order_id = p_order, version = v_room.version + 1
        where site = p_site and queue = p_queue and browser_hash = p_browser;
      update waiting_rooms set version = v_room.version + 1 where site = p_site and queue = p_queue;
      return 'entered';
    end if;
    if v_place.state = 'waiting' or (v_place.state = 'admitted' and v_place.admitted_until > v_now) then
      update waiting_places set seen_at = v_now, version = v_room.version + 1
        where site = p_site and queue = p_queue and browser_hash = p_browser;
      update waiting_rooms set version = v_room.version + 1 where site = p_site and queue = p_queue;
      return 'waiting';
    end if;
    v_credit := least(greatest(1, v_rate / 6),
      v_room.credit + v_rate / 60 * greatest(0, extract(epoch from v_now - v_room.credited_at)::float8));
    v_state := case when p_may_enter and v_credit >= 1 and not exists (select from waiting_places
        where site = p_site and queue = p_queue and state = 'waiting' and seen_at > v_now - interval '3 minutes')
      then 'used' else 'waiting' end;
    if v_state = 'used' then v_credit := v_credit - 1; end if;
    update waiting_rooms set credit = v_credit, credited_at = v_now, version = v_room.version + 1,
      last_number = v_room.last_number + 1 where site = p_site and queue = p_queue;
    if p_browser is not null and (v_state = 'used' or not exists (
        select from jsonb_to_recordset(p_networks) as n (id text, factor float8)
          where floor(25 * p_places * n.factor) <= (select count(*) from waiting_places
            where site = p_site and queue = p_queue and (address_hash = n.id or address_56 = n.id or address_48 = n.id)
              and state in ('waiting', 'admitted') 
              and (state = 'admitted' or seen_at > v_now - interval '3 minutes')))) then
      insert into waiting_places (site, queue, browser_hash, address_hash, address_56, address_48, number, state, is_behind,
          joined_at, seen_at, admitted_until, order_id, version)
        values (p_site, p_queue, p_browser,
          p_networks -> 0 ->> 'id', p_networks -> 1 ->> 'id', p_networks -> 2 ->> 'id',
          v_room.last_number + 1, v_state,
          v_state = 'waiting' and exists (
        select from jsonb_to_recordset(p_networks) as n (id text, factor float8)
          where floor(1 * p_places * n.factor) <= (select count(*) from waiting_places
            where site = p_site and queue = p_queue and (address_hash = n.id or address_56 = n.id or address_48 = n.id)
              and state in ('waiting', 'admitted') and not is_behind
              and (state = 'admitted' or seen_at > v_now - interval '3 minutes'))),
          v_now, v_now, case when v_state = 'used' then v_now + make_interval(mins => p_minutes) end,
          case when v_state = 'used' then p_order end, v_room.version + 1)
        on conflict (site, queue, browser_hash) do update set
          address_hash = excluded.address_hash, address_56 = excluded.address_56, address_48 = excluded.address_48,
          number = excluded.number, state = excluded.state, is_behind = excluded.is_behind, joined_at = excluded.joined_at,
          seen_at = excluded.seen_at, admitted_until = excluded.admitted_until, order_id = excluded.order_id,
          version = excluded.version;
    end if;
    return case when v_state = 'used' then 'entered' else 'waiting' end;
  end $$;

-- Runs a round of the waiting rooms in `p_limits` that no other process is at: unused turns end, the next places in the queue are
-- admitted. Returns these rooms with all changes since the versions in `p_known`. `p_limits`: what the server's sites set; `p_seen`:
-- places whose browsers asked.
-- Places move up whose address, and the networks around it, have room. The factors are those of `networksOf`.
create function run_queues_2(p_limits jsonb, p_known jsonb, p_seen jsonb) returns jsonb
  language plpgsql as $$
  declare v_now timestamptz; v_room waiting_rooms%rowtype; v_rate float8; v_minutes int; v_places int; v_own float8;
    v_credit float8; v_count int; v_version bigint;
  begin
    for v_room in select r.* from waiting_rooms r
        join jsonb_to_recordset(p_limits) as t (site text, queue text) on t.site = r.site and t.queue = r.queue
        where r.rate is not null or exists (select from waiting_places p
          where p.site = r.site and p.queue = r.queue and p.state in ('waiting', 'admitted'))
        order by r.site, r.queue for update of r skip locked loop
      v_now := clock_timestamp();
      v_version := v_room.version + 1;
      select t.rate, t.minutes, t.places into v_rate, v_minutes, v_places
        from jsonb_to_recordset(p_limits) as t (site text, queue text, rate float8, minutes int, places int)
        where t.site = v_room.site and t.queue = v_room.queue;
      v_own := case when v_room.overloaded_at < v_now - interval '10 seconds' then v_room.rate
          * power(1.02, least(60, greatest(0, extract(epoch from v_now - v_room.credited_at)::float8))) else v_room.rate end;
      v_rate := least(v_rate, v_own);
      update waiting_places p set seen_at = v_now, version = v_version
        from jsonb_to_recordset(p_seen) as t (site text, queue text, browser text)
        where t.site = v_room.site and t.queue = v_room.queue and p.site = t.site and p.queue = t.queue
          and p.browser_hash = t.browser and p.state = 'waiting';
      update waiting_places set state = 'missed', version = v_version
        where site = v_room.site and queue = v_room.queue and state = 'admitted' and admitted_until <= v_now;
      get diagnostics v_count = row_count;
      v_credit := least(greatest(1, v_rate / 6) + v_count, v_room.credit + v_count
        + v_rate / 60 * greatest(0, extract(epoch from v_now - v_room.credited_at)::float8));
      if exists (select from waiting_places
          where site = v_room.site and queue = v_room.queue and state = 'waiting' and is_behind) then
        with alive as (select browser_hash, number, address_hash, address_56, address_48,
              state = 'waiting' and is_behind as is_next, coalesce(v_places, 40) as places,
              count(*) filter (where not is_behind) over (partition by address_hash) as taken,
              count(*) filter (where not is_behind) over (partition by address_56) as taken_56,
              count(*) filter (where not is_behind) over (partition by address_48) as taken_48
            from waiting_places where site = v_room.site and queue = v_room.queue and state in ('waiting', 'admitted')
              and (state = 'admitted' or seen_at > v_now - interval '3 minutes')),
          own as (select *, row_number() over (partition by address_hash order by number) as nth from alive where is_next),
          wide as (select *, row_number() over (partition by address_56 order by number) as nth_56
            from own where nth <= places - taken),
          widest as (select *, row_number() over (partition by address_48 order by number) as nth_48
            from wide where address_56 is null or nth_56 <= floor(places * 1.5) - taken_56),
          moved as (select browser_hash, row_number() over (order by number) as nth
            from widest where address_48 is null or nth_48 <= places * 2 - taken_48)
        update waiting_places p set is_behind = false, number = v_room.last_number + moved.nth, version = v_version
          from moved where p.site = v_room.site and p.queue = v_room.queue and p.browser_hash = moved.browser_hash;
        get diagnostics v_count = row_count;
        v_room.last_number := v_room.last_number + v_count;
      end if;
      with next as (select browser_hash from waiting_places where site = v_room.site and queue = v_room.queue
          and state = 'waiting' and seen_at > v_now - interval '3 minutes' order by is_behind, number
          limit case when v_rate is null then 1000000 else floor(greatest(0, v_credit))::int end)
      update waiting_places p set state = 'admitted', version = v_version,
          admitted_until = v_now + make_interval(mins => coalesce(v_minutes, 5))
        from next where p.site = v_room.site and p.queue = v_room.queue and p.browser_hash = next.browser_hash;
      get diagnostics v_count = row_count;
      update waiting_rooms r set version = v_version, last_number = v_room.last_number, credited_at = v_now,
          credit = case when v_rate is null then 1 else v_credit - v_count end,
          rate = case when r.overloaded_at > v_now - interval '1 minute' or exists (select from waiting_places p
            where p.site = r.site and p.queue = r.queue and p.state = 'waiting'
              and p.seen_at > v_now - interval '3 minutes') then v_own end
        where r.site = v_room.site and r.queue = v_room.queue;
    end loop;
    return (select jsonb_build_object('at', extract(epoch from clock_timestamp()) * 1000, 'rooms', coalesce(jsonb_agg(
      jsonb_build_object('site', r.site, 'queue', r.queue, 'version', r.version, 'rate', r.rate, 'places', (
        select coalesce(jsonb_agg(jsonb_build_array(p.browser_hash, p.number, p.state, p.is_behind,
          extract(epoch from p.seen_at) * 1000, extract(epoch from p.admitted_until) * 1000, p.version)), '[]')
        from waiting_places p where p.site = r.site and p.queue = r.queue and p.version > coalesce(k.version, -1)))), '[]'))
      as round from waiting_rooms r
      join jsonb_to_recordset(p_limits) as t (site text, queue text) on t.site = r.site and t.queue = r.queue
      left join jsonb_to_recordset(p_known) as k (site text, queue text, version bigint)
        on k.site = r.site and k.queue = r.queue);
  end $$;
