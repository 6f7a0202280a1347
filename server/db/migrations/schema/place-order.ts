/**
 * Places an order: its stock, the share of its address, its rows and its answer. Outcomes: `placed`; `answered` (the key is known or
 * in use), `no_seats`, `no_set` with its id, `too_many` with the seconds to wait. Only `placed` writes.
 */
export const placeOrder = `create function place_order_2(p_id uuid, p_token_hash text, p_site text, p_lang text, p_address text,
    p_product text, p_span text, p_quantity int, p_total int, p_lines jsonb, p_sets jsonb, p_hold interval,
    p_seats int, p_share_of_day int, p_share_of_slot int,
    p_key text, p_fingerprint text, p_body text, out outcome text, out detail text)
  language plpgsql as $$ declare v_wait float8; begin
    if not store_answer_1(p_key, p_fingerprint, 200, p_body) then outcome := 'answered'; return; end if;
    if not take_seats_1(p_site, p_span, p_quantity) then
      outcome := 'no_seats';
      delete from idempotency where key_hash = p_key;
      return;
    end if;
    if p_sets <> '[]' then detail := take_sets_2(p_site, p_span, p_sets); end if;
    if detail is null then
      v_wait := seats_wait_1(p_id, p_address, p_site, p_product, p_span, p_quantity, p_seats, p_share_of_day, p_share_of_slot);
    end if;
    if detail is not null or v_wait is not null then
      perform free_stock_1(p_site, p_span, p_quantity, case when detail is null then p_sets else '[]' end);
      delete from idempotency where key_hash = p_key;
      outcome := case when detail is null then 'too_many' else 'no_set' end;
      detail := coalesce(detail, v_wait::text);
      return;
    end if;
    insert into orders (id, token_hash, site, lang, asked_by, product_uuid, time_span_id, quantity, total, hold_until)
      values (p_id, p_token_hash, p_site, p_lang, p_address, p_product, p_span, p_quantity, p_total, now() + p_hold);
    insert into order_lines (order_id, site, option_id, position, count, price)
      select p_id, p_site, t.option_id, t.position, t.count, t.price
        from jsonb_to_recordset(p_lines) as t (option_id text, position int, count int, price int);
    if p_sets <> '[]' then
      insert into order_sets (order_id, site, set_uuid, count, price)
        select p_id, p_site, t.set_uuid, t.count, t.price
          from jsonb_to_recordset(p_sets) as t (set_uuid text, count int, price int);
    end if;
    outcome := 'placed';
  end $$`;
