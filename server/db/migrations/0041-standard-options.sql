-- The kind of ticket whose price the next days are shown with.

alter table product_options add column standard boolean not null default false;
