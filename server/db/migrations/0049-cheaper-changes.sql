-- Whether a change of date to a cheaper time pays the difference back (docs/product.md#screen-changedate).

alter table products add column date_change_refund boolean not null default false;
