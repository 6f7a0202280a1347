-- How often a provider is asked about a payment, over all processes (docs/payments.md#look-ups).

-- When the last look-up of a payment began, and until when all that were made would last at one every two seconds.
alter table payments add column looked_up_at timestamptz, add column looks_until timestamptz;

-- Whether the last one found that the visitor has not paid yet.
alter table payments add column awaits_visitor boolean not null default false;

-- A return or notice that still needs a look-up, and the parameters of the return.
alter table payments add column look_wanted_at timestamptz, add column returned jsonb;

create index on payments (look_wanted_at) where look_wanted_at is not null;
