/** Attempts without money give a contract no owner. Hosts have owners in the same table from here on, as the provider `host`. */
export const statements = [
  /*
   * Anybody could begin an attempt, so a contract belongs to the site that was paid by it first. Rows that 0023 made have the time
   * of an attempt; others were made when a file of `SECRETS_DIR` was read.
   */
  `delete from contract_owners c where exists (
      select from payments p join orders o on o.id = p.order_id
      where o.site = c.site and p.data ->> 'contract' = c.contract and provider_of(p.method) = c.provider and p.created_at = c.since)
    and not exists (
      select from payments p join orders o on o.id = p.order_id
      where o.site = c.site and p.data ->> 'contract' = c.contract and provider_of(p.method) = c.provider
        and p.state not in ('declined', 'cancelled'))`,
  `insert into contract_owners (provider, contract, site, since)
    select distinct on (1, 2) provider_of(p.method), p.data ->> 'contract', o.site, p.created_at
    from payments p join orders o on o.id = p.order_id
    where p.data ->> 'contract' <> 'default' and p.state not in ('declined', 'cancelled')
    order by 1, 2, p.created_at, p.id
    on conflict do nothing`,
];
