-- Contracts with providers belong to sites, and the ids of payments to contracts.

create function provider_of(p_method text) returns text language sql immutable as $$
    select case when p_method in ('stripe', 'stripe_secure', 'alipay') then 'stripe' else split_part(p_method, '_', 1) end $$;

-- The site that was the first to use a contract. Until now the contracts of payments were all that was stored of it.
create table contract_owners (
    provider text not null, contract text not null, site text not null, since timestamptz not null default now(),
    primary key (provider, contract));

insert into contract_owners (provider, contract, site, since)
    select distinct on (1, 2) provider_of(p.method), p.data ->> 'contract', o.site, p.created_at
    from payments p join orders o on o.id = p.order_id
    where p.data ->> 'contract' <> 'default' order by 1, 2, p.created_at, p.id;

-- A venue may choose ids in its own contract. Processes of the version before look for them in all contracts, which harms nobody.
create unique index payments_of_contract on payments (provider_id, provider_of(method), coalesce(data ->> 'contract', ''));

alter table payments drop constraint payments_provider_id_key;

-- Money that a provider reported and no order can get, until the operator has given it back.
create table unapplied_payments (
    payment_id uuid not null references payments, provider_id text not null, amount integer not null, currency text not null,
    reported_at timestamptz not null default now(), returned_at timestamptz, primary key (payment_id, provider_id));
