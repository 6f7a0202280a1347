-- The reservation as plain SQL, a baseline for the shop's own function: pgbench -M prepared -f reserve.sql
\set slot random(1, :slots)
with slot as (
  update time_spans set held = held + 1
  where (site, id) = (select site, id from bench_slots where n = case when :hot = 1 then 1 else :slot end)
    and held + sold + 1 <= capacity and withdrawn_at is null
  returning site, id, product_uuid),
placed as (
  insert into orders (id, token_hash, site, lang, product_uuid, time_span_id, quantity, total, hold_until)
  select gen_random_uuid(), gen_random_uuid()::text, site, 'ja', product_uuid, id, 1, 0, now() + interval '15 minutes' from slot
  returning id, site),
line as (
  insert into order_lines (order_id, site, option_id, position, count, price)
  select id, site, 'admission-adult', 1, 1, 0 from placed)
insert into idempotency (key_hash, fingerprint, status, body)
select id::text, 'baseline', 200, repeat('x', 600) from placed;
