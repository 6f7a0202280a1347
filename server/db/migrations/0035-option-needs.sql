-- Options that an option needs with it in an order, at least one of them; empty: it may be ordered alone.

alter table product_options add column needs text[] not null default '{}';
