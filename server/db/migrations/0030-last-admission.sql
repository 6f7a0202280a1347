-- Until when people are let in for a visit, where a product has its own rule.

-- Minutes between the last admission and the end of a visit (docs/product.md#last-admission); null: the usual ones.
alter table products add column last_admission integer check (last_admission between 0 and 1440);
