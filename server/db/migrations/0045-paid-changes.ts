import { settlePaid } from './0038-one-writer.ts';
import { edited } from './functions/edited.ts';

/**
 * The function of 0038. An order that changes a date has no ticket: the caller moves one, which processes of an earlier release do not;
 * for those it is false.
 */
const settleChanges = edited(
  settlePaid,
  ['create function', 'create or replace function'],
  ["status in ('open', 'checking')", "status in ('open', 'checking') and (change_of is null) = (p_ticket is not null)"],
  ['insert into tickets', 'if p_ticket is null then return true; end if;\n    insert into tickets'],
);

/** What a change of date costs, and orders that pay for one. */
export const statements = [
  /* paid: a dearer time costs the difference; free: it costs nothing more; null: it is not offered. date_change_fee: yen of each change. */
  `alter table products add column date_change_difference text check (date_change_difference in ('paid', 'free')),
    add column date_change_fee integer not null default 0 check (date_change_fee >= 0)`,
  /* change_of: the order whose buyer's ticket moves once this one is paid. change_version: that ticket's changes when the price was named. */
  `alter table orders add column change_of uuid references orders, add column change_version integer`,
  `create index orders_changes on orders (change_of) where change_of is not null`,
  settleChanges,
];
