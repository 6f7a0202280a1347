-- Turns of look-ups that several processes take at the same moment, and an index.

-- The limit of a visitor's declined cards counts those of the last minutes.
create index payments_declined on payments (created_at) where state = 'declined';

-- A turn belongs to an order: its lock comes first, so that the turns of all its payments are read as they are after it.
create function take_turn_1(p_payment uuid, p_urgency text, p_pace interval, p_advance interval) returns setof payments
    language plpgsql as $$ declare v_order uuid; v_looked timestamptz; v_until timestamptz; begin
      select order_id into v_order from payments where id = p_payment;
      perform from orders where id = v_order for no key update;
      select max(looked_up_at), max(looks_until) into v_looked, v_until from payments where order_id = v_order;
      if p_urgency = 'due' and v_looked > clock_timestamp() - p_pace then return; end if;
      if p_urgency = 'now' and v_until > clock_timestamp() + p_advance then return; end if;
      /* As precise as a Date, so that it can be compared with what was read. */
      return query update payments set looked_up_at = date_trunc('milliseconds', clock_timestamp()),
          looks_until = greatest(v_until, clock_timestamp()) + p_pace, awaits_visitor = false
        where id = p_payment returning *;
    end $$;
