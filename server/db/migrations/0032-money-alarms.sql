-- Money that moves at the provider after our row is final (docs/payments.md#money-that-moves-afterwards).

-- Why a person must look at a payment's money, the provider's code for it, and since when.
alter table payments add column alarm text, add column alarm_code text, add column alarmed_at timestamptz;

create index on payments (alarm) where alarm is not null;

-- When it was last compared with the provider's ledger, and that a notice asks for the next comparison.
alter table payments add column compared_at timestamptz, add column compare_wanted_at timestamptz;

create index on payments (compare_wanted_at) where compare_wanted_at is not null;

create index on payments ((coalesce(compared_at, created_at))) where state in ('paid', 'refunded', 'refund_due');
