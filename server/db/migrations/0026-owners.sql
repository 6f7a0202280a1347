-- Attempts without money no longer give a contract an owner. The table has the owners of hosts, too (provider `host`).

-- Anybody could begin an attempt. Owners whose `since` is the time of one were made by 0023, and are deleted if all their attempts
-- were declined or cancelled; the others were made when a file of `SECRETS_DIR` was read. A contract is then its first payer's.
delete from contract_owners c where exists (
      select from payments p join orders o on o.id = p.order_id
      where o.site = c.site and p.data ->> 'contract' = c.contract and provider_of(p.method) = c.provider and p.created_at = c.since)
    and not exists (
      select from payments p join orders o on o.id = p.order_id
      where o.site = c.site and p.data ->> 'contract' = c.contract and provider_of(p.method) = c.provider
        and p.state not in ('declined', 'cancelled'));

insert into contract_owners (provider, contract, site, since)
    select distinct on (1, 2) provider_of(p.method), p.data ->> 'contract', o.site, p.created_at
    from payments p join orders o on o.id = p.order_id
    where p.data ->> 'contract' <> 'default' and p.state not in ('declined', 'cancelled')
    order by 1, 2, p.created_at, p.id
    on conflict do nothing;
