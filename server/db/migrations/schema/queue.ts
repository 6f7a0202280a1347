/*
 * Every change of a place happens under the lock of its waiting room, which numbers the changes
 * (`version`): a process that has read a version misses none of the later ones. Times are the database's.
 */

/** Gives a turn back whose order was refused. */
const returnTurn = `create function return_turn_1(p_site text, p_queue text, p_browser text, p_order uuid) returns void
  language plpgsql as $$ declare v_version bigint; begin
    update waiting_rooms set version = version + 1 where site = p_site and queue = p_queue returning version into v_version;
    update waiting_places set state = 'admitted', order_id = null, version = v_version
      where site = p_site and queue = p_queue and browser_hash = p_browser and state = 'used' and order_id = p_order
        and not exists (select from orders where id = p_order);
  end $$`;

/**
 * Opens the waiting room of a site whose server is at its own limit, at the pace of the last minute's orders; it slows down while
 * that goes on (docs/architecture.md#waiting-room).
 */
const overloadRoom = `create function overload_room_1(p_site text, p_queue text) returns void
  language plpgsql as $$ begin
    insert into waiting_rooms as room (site, queue, credit, rate, overloaded_at, version)
      values (p_site, p_queue, 0, greatest(30, (select count(*) from orders
        where site = p_site and created_at > now() - interval '1 minute')), clock_timestamp(), 1)
      on conflict (site, queue) do update set overloaded_at = clock_timestamp(), version = room.version + 1,
        rate = case when room.rate is null then excluded.rate
          when room.overloaded_at < clock_timestamp() - interval '5 seconds' then greatest(30, room.rate * 0.8)
          else room.rate end;
  end $$`;

/** SQL of the functions of waiting rooms. */
export const queueFunctions = [returnTurn, overloadRoom];
