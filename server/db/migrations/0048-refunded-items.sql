-- People and set products that were paid back while others of their order stay (docs/payments.md#parts-of-a-payment).

-- ticket_id: the cancelled ticket of the people for whom it goes back; null for an amount, or for set products alone.
alter table part_refunds add column ticket_id uuid references tickets;

-- count: those that were not paid back; bought: all, once some were.
alter table order_sets add column bought integer;

alter table order_sets drop constraint order_sets_count_check;

alter table order_sets add constraint order_sets_count_check check (count >= 0);
