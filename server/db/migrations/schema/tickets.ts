/** Tickets, and look-ups of them. */
export const tickets = [
  /*
   * A ticket stands on its own: its timespan moves with a new date, its number and mail are the receiver's once it was sent.
   *
   * parent_id: the ticket from which its people were split off. email: null means the buyer's. turn: grows whenever its code must
   * change hands; share token and entry codes come from it. changes: how often its date was changed. note: what the sender wrote,
   * shown on the receiver's page and not in the mail, whose address is not confirmed. link_revision: how often the ticket's link was
   * revoked; each revision has a token.
   */
  `create table tickets (
    id uuid primary key, order_id uuid not null references orders, token_hash text not null unique,
    entry_hash text not null unique,
    state text not null default 'valid'
      check (state in ('valid', 'used', 'shared', 'sent', 'changed', 'cancelled')),
    created_at timestamptz not null default now(), number text not null, parent_id uuid references tickets,
    kind text not null default 'order' check (kind in ('order', 'split', 'sent')),
    time_span_id text not null, lang text not null, email text, share_hash text unique,
    turn integer not null default 0, changes integer not null default 0, note text not null default '',
    link_revision integer not null default 0, site text not null,
    constraint tickets_time_span_id_fkey foreign key (site, time_span_id) references time_spans on update cascade)`,
  `create index on tickets (order_id)`,
  `create index on tickets (parent_id)`,
  /* A changed ticket leaves its number to the one that took its place. */
  `create unique index one_current_ticket on tickets (number) where state <> 'changed'`,
  `create index tickets_mail on tickets (lower(email))`,
  /*
   * Each person of an order is a row, made when it is paid and never again: splitting, sending and changing dates only say
   * whose it is. price: yen paid, before any coupon. entry_hash: of the person's own code; null on people of tickets older than
   * this table, whose ticket's code lets them in. used_at: when the gate let this person in; a ticket is used once everybody on it
   * is in.
   */
  `create table ticket_people (
    id uuid primary key, ticket_id uuid not null references tickets,
    option_id text not null, position integer not null, price integer not null,
    entry_hash text unique, used_at timestamptz, site text not null,
    constraint ticket_people_option_id_fkey foreign key (site, option_id) references product_options on update cascade)`,
  `create index on ticket_people (ticket_id)`,
  /* A wrong try at a look-up; what it was about is an HMAC. */
  `create table tries (id uuid primary key, about uuid not null, tried_at timestamptz not null default now())`,
  `create index on tries (about, tried_at)`,
  `create index on tries (tried_at)`,
];
