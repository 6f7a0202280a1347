import { type Kysely, sql } from 'kysely';

const statements = [
  /*
   * A ticket stands on its own: its timespan moves with a new date, its number and mail are the receiver's once it was
   * sent. parent_id: the ticket its people were taken off. email: null means the buyer's. turn: grows whenever its code
   * must change hands, share token and entry codes come from it. changes: how often its date was changed.
   */
  `alter table tickets
    add column number text, add column parent_id uuid references tickets,
    add column kind text not null default 'order' check (kind in ('order', 'split', 'sent')),
    add column time_span_id text references time_spans, add column lang text, add column email text,
    add column share_hash text unique, add column turn integer not null default 0,
    add column changes integer not null default 0`,
  `update tickets set number = orders.reservation_number, time_span_id = orders.time_span_id, lang = orders.lang
    from orders where orders.id = tickets.order_id`,
  `alter table tickets
    alter column number set not null, alter column time_span_id set not null, alter column lang set not null`,
  /* A changed ticket leaves its number to the one that took its place. */
  `create unique index one_current_ticket on tickets (number) where state <> 'changed'`,
  `create index on tickets (parent_id)`,
  /*
   * One row for each person of an order, made when it is paid and never again: splitting, sending and changing dates only
   * say whose it is. price: yen paid, before any coupon. entry_hash: of the person's own code; null on people of tickets
   * older than this table, whose ticket's code lets them in.
   */
  `create table ticket_people (
    id uuid primary key, ticket_id uuid not null references tickets,
    option_id text not null references product_options, position integer not null, price integer not null,
    entry_hash text unique)`,
  `create index on ticket_people (ticket_id)`,
  `insert into ticket_people (id, ticket_id, option_id, position, price)
    select gen_random_uuid(), tickets.id, order_lines.option_id, order_lines.position, order_lines.price
    from tickets join order_lines on order_lines.order_id = tickets.order_id, generate_series(1, order_lines.count)`,
  `alter table outbox add column ticket_id uuid references tickets, add column note text not null default ''`,
  /* A wrong try at a look-up; what it was about is an HMAC. */
  `create table tries (id uuid primary key, about uuid not null, tried_at timestamptz not null default now())`,
  `create index on tries (about, tried_at)`,
  `create index on tries (tried_at)`,
  /* email as it is compared: ASCII and lower case. The token is derived from id. */
  `create table mail_magazines (
    id uuid primary key, token_hash text not null unique, site text not null references sites, email text not null,
    lang text not null, started_at timestamptz not null default now(), stopped_at timestamptz, unique (site, email))`,
];

/** Tickets with people of their own, look-ups counted, the mail magazine. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
