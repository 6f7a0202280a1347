-- Parts of payments that go back while the payment itself stays (docs/payments.md#parts-of-a-payment).

-- request: of the operator, the same when it is repeated. state: done: the provider confirmed it; refused: it never will. code: the
-- provider's, for a refused one.
create table part_refunds (
    id uuid primary key, payment_id uuid not null references payments, request text not null,
    amount integer not null check (amount > 0),
    state text not null default 'due' check (state in ('due', 'done', 'refused')), code text not null default '',
    asked_at timestamptz not null default now(), unique (request, payment_id));

create index part_refunds_payment on part_refunds (payment_id);

create index part_refunds_due on part_refunds (asked_at) where state = 'due';

-- Yen of its parts that are due or done.
alter table payments add column parts_refunded integer not null default 0 check (parts_refunded between 0 and amount);

-- The part that the line is about; null: the whole payment.
alter table ledger add column part_id uuid references part_refunds;

-- Yen of a refund of less than its payment.
alter table outbox add column amount integer;

-- The function of 0044; a whole refund is what its parts have left. An earlier release has no parts, and asks the provider for the
-- rest as well.
create function write_ledger_2() returns trigger language plpgsql as $$ begin
    if old.state in ('paid', 'refund_due') and new.state <> 'refunded' then return null; end if;
    insert into ledger (payment_id, site, kind, amount)
      select new.id, site,
          case when old.state not in ('paid', 'refund_due', 'refunded') then case new.state when 'paid' then 'sale' else 'late' end
            when exists (select from ledger where payment_id = new.id and kind = 'late') then 'returned' else 'refund' end,
          case new.state when 'refunded' then new.parts_refunded - new.amount else new.amount - new.parts_refunded end
        from orders where id = new.order_id;
    return null;
  end $$;

drop trigger write_ledger on payments;

create trigger write_ledger after update of state on payments for each row
    when (new.state in ('paid', 'refund_due', 'refunded') and new.state <> old.state) execute function write_ledger_2();
