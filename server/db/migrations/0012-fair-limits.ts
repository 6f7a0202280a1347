import { type Kysely, sql } from 'kysely';

const statements = [
  /* When the seats were first held, also by the orders this one replaced: from then on a hold has a maximum life. */
  `alter table orders add column held_since timestamptz not null default now()`,
  `update orders set held_since = created_at`,
  /* What one address holds of a product: the count for one slot alone is not asked any more. */
  `create index orders_of_address on orders (asked_by, product_uuid) where asked_by is not null`,
  `drop index orders_asked_by`,
  /* What the sender of a ticket wrote; shown on the receiver's page and not in the mail, whose address is not confirmed. */
  `alter table tickets add column note text not null default ''`,
  `update tickets set note = outbox.note from outbox
    where outbox.ticket_id = tickets.id and outbox.kind = 'ticket_sent' and outbox.note <> ''`,
];

/** Limits per address, the maximum life of a hold, and notes with tickets. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
