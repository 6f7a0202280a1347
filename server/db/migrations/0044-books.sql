-- The ledger, the surcharges of what was bought, reasons of acts, and a scope for people at a counter.

-- A line for each time that money moved. sale, refund: of a sale; late, returned: money that came too late for its order, and went
-- back. amount: yen, negative when it went back.
create table ledger (
    payment_id uuid not null references payments, site text not null,
    kind text not null check (kind in ('sale', 'refund', 'late', 'returned')), amount integer not null,
    at timestamptz not null default now(), primary key (payment_id, at, kind));

-- Writes a line of the ledger when the state of an attempt says that its money moved. Also for processes of an earlier release. A
-- refund that fails at the bank is due again: a line with the amount as it was taken.
create function write_ledger_1() returns trigger language plpgsql as $$ begin
    if old.state in ('paid', 'refund_due') and new.state <> 'refunded' then return null; end if;
    insert into ledger (payment_id, site, kind, amount)
      select new.id, site,
          case when old.state not in ('paid', 'refund_due', 'refunded') then case new.state when 'paid' then 'sale' else 'late' end
            when exists (select from ledger where payment_id = new.id and kind = 'late') then 'returned' else 'refund' end,
          case new.state when 'refunded' then - new.amount else new.amount end
        from orders where id = new.order_id;
    return null;
  end $$;

create trigger write_ledger after update of state on payments for each row
    when (new.state in ('paid', 'refund_due', 'refunded') and new.state <> old.state) execute function write_ledger_1();

-- The attempt that an order was paid with is its valid one, else its newest; money of others came too late for their order.
insert into ledger (payment_id, site, kind, amount, at)
    select id, site, case when is_sale then 'sale' else 'late' end, amount, case when is_sale then paid_at else asked_at end
      from (select payments.id, orders.site, amount, paid_at, payments.asked_at, paid_at is not null and row_number() over (
            partition by order_id order by payments.state = 'paid' desc, payments.created_at desc) = 1 as is_sale
          from payments join orders on orders.id = order_id
          where payments.state in ('paid', 'refund_due', 'refunded')) as taken;

insert into ledger (payment_id, site, kind, amount, at)
    select id, site, case kind when 'sale' then 'refund' else 'returned' end, - payments.amount, asked_at
      from ledger join payments on id = payment_id where state = 'refunded';

create index ledger_time on ledger (at, payment_id, kind);

create index ledger_site on ledger (site, at, payment_id, kind);

-- Yen of the price of one that are the slot's surcharge; null: bought in an earlier release.
alter table order_lines add column surcharge integer;

-- The function of 0038, with the surcharges in the lines; an earlier release sends none.
create or replace function insert_order_1(p_order jsonb, p_lines jsonb, p_sets jsonb) returns void
  language plpgsql as $$ begin
    insert into orders (id, token_hash, site, lang, asked_by, address_56, address_48, product_uuid, time_span_id, quantity,
        total, customer, status, invited, confirmed_mail, extensions, held_since, hold_until)
      select id, token_hash, site, lang, networks -> 0 ->> 'id', networks -> 1 ->> 'id', networks -> 2 ->> 'id', product_uuid,
          time_span_id, quantity, total, nullif(customer, 'null'), coalesce(status, 'open'), coalesce(invited, false),
          confirmed_mail, coalesce(extensions, 0), coalesce(held_since, now()),
          least(now() + make_interval(secs => seconds), held_since + make_interval(mins => life))
        from jsonb_to_record(p_order) as t (id uuid, token_hash text, site text, lang text, networks jsonb, product_uuid text,
          time_span_id text, quantity int, total int, customer jsonb, status text, invited boolean, confirmed_mail text,
          extensions int, held_since timestamptz, seconds float8, life int);
    insert into order_lines (order_id, site, option_id, position, count, price, surcharge)
      select (p_order ->> 'id')::uuid, p_order ->> 'site', t.option_id, t.position, t.count, t.price, t.surcharge
        from jsonb_to_recordset(p_lines) as t (option_id text, position int, count int, price int, surcharge int);
    insert into order_sets (order_id, site, set_uuid, count, price)
      select (p_order ->> 'id')::uuid, p_order ->> 'site', t.set_uuid, t.count, t.price
        from jsonb_to_recordset(p_sets) as t (set_uuid text, count int, price int);
  end $$;

-- why: the reason as the person wrote it.
alter table order_acts add column why text not null default '';

alter table order_acts drop constraint order_acts_kind_check;

alter table order_acts add constraint order_acts_kind_check
    check (kind in ('admitted', 'undone', 'cancelled', 'moved', 'refunded', 'revoked', 'resent'));

alter table operator_tokens drop constraint operator_tokens_scope_check;

alter table operator_tokens add constraint operator_tokens_scope_check check (scope in ('gate', 'read', 'desk', 'full'));
