/** Gave rows of processes before that release their site (docs/operations.md#upgrade). */
export const fillSite = [
  `create function fill_site() returns trigger language plpgsql as $$ begin
    case tg_table_name
      when 'ticket_people' then select site into strict new.site from tickets where id = new.ticket_id;
      when 'set_stocks' then select site into strict new.site from time_spans where id = new.time_span_id;
      else select site into strict new.site from orders where id = new.order_id;
    end case;
    return new;
  end $$`,
  ...['order_lines', 'order_sets', 'coupon_uses', 'tickets', 'ticket_people', 'set_stocks'].map(
    (table) => `create trigger fill_site before insert on ${table}
      for each row when (new.site is null) execute function fill_site()`,
  ),
];
