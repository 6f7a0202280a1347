import { type Kysely, sql } from 'kysely';

const statements = [
  /* Begun by the venue with a mail: it holds nothing until the mail's link is opened, then as any order (`orders/invite`). */
  `alter table orders add column invited boolean not null default false`,
  /* When the gate let this person in; a ticket is used once everybody on it is in. */
  `alter table ticket_people add column used_at timestamptz`,
  /* Somebody asked for the links to the tickets of an address; gone once the mail is in the outbox, or there is none to write. */
  `create table link_requests (
    id uuid primary key, site text not null references sites, lang text not null, address text not null,
    base text not null, asked_at timestamptz not null default now())`,
  `create index on link_requests (asked_at)`,
  `create index orders_mail on orders (lower(customer ->> 'email'))`,
  `create index tickets_mail on tickets (lower(email))`,
];

/** What the venue does itself, and ticket links asked for by mail. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
