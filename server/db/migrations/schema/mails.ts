/** Mails, the links in them, and newsletters. */
export const mails = [
  /*
   * note: what the sender of a ticket wrote. base: where the site lived for the request that caused the mail; links begin with it.
   * payment_id: the payment that a refund is about. state: due until it is sent, given up, left to be read (without SMTP), or
   * superseded, when what the mail would say was no longer true. due_at: when it is tried next; while it is being sent, when others
   * may take it as abandoned. tries: how often that was begun. fault: the last one's code.
   */
  `create table outbox (
    id uuid primary key, order_id uuid not null references orders, site text not null, lang text not null,
    kind text not null, address text not null, created_at timestamptz not null default now(), sent_at timestamptz,
    ticket_id uuid references tickets, note text not null default '', base text not null default '',
    payment_id uuid references payments,
    state text not null default 'due' check (state in ('due', 'sent', 'failed', 'readable', 'superseded')),
    due_at timestamptz not null default now(), tries integer not null default 0, fault text not null default '')`,
  /* Mails to one address are counted whatever letter case it was typed in. */
  `create index outbox_sent_to on outbox (lower(address), created_at)`,
  `create index outbox_due on outbox (due_at) where state = 'due'`,
  `create index outbox_newest on outbox (created_at)`,
  `create index outbox_order on outbox (order_id)`,
  /*
   * Links to orders that were mailed, one for each order and address. made_for: the order of the mail; order_id: the order the
   * link opens, which is another one after the choice was replaced. session_hash: of the order token that the link gave when it was
   * opened; revoked: the order has another address now.
   */
  `create table mail_links (
    id uuid primary key, token_hash text not null unique, session_hash text unique,
    made_for uuid not null references orders, order_id uuid not null references orders,
    address text not null, revoked boolean not null default false,
    created_at timestamptz not null default now(), unique (made_for, address))`,
  `create index mail_links_order on mail_links (order_id)`,
  /* Somebody asked for the links to the tickets of an address; gone once the mail is in the outbox, or there is none to write. */
  `create table link_requests (
    id uuid primary key, site text not null references sites, lang text not null, address text not null,
    base text not null, asked_at timestamptz not null default now())`,
  `create index on link_requests (asked_at)`,
  /* email as it is compared: ASCII and lower case. The token is derived from id. */
  `create table mail_magazines (
    id uuid primary key, token_hash text not null unique, site text not null references sites, email text not null,
    lang text not null, started_at timestamptz not null default now(), stopped_at timestamptz, unique (site, email))`,
];
