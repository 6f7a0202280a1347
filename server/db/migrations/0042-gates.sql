-- What gates admit, and what was done to an order at the venue.

-- Minutes before and after its slot for which a ticket admits; null: on the whole day.
alter table products add column grace integer check (grace between 0 and 1440);

-- The products that a token's gate admits; none: all.
create table token_products (
    token_id text not null references operator_tokens, site text not null, product_uuid text not null,
    primary key (token_id, product_uuid),
    foreign key (site, product_uuid) references products on update cascade);

-- by: a token's id, or local. gate: its name, or that of the token. people: how many it was about.
create table order_acts (
    id uuid primary key, order_id uuid not null references orders, ticket_id uuid references tickets, site text not null,
    kind text not null check (kind in ('admitted', 'undone', 'cancelled', 'moved')), people integer not null,
    by text not null, gate text not null default '', at timestamptz not null default clock_timestamp());

create index order_acts_order on order_acts (order_id);

-- The admission by which a person is in.
alter table ticket_people add column act_id uuid references order_acts;

create index ticket_people_act on ticket_people (act_id);
