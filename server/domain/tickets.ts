import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';
import type { Completion } from '#src/domain/completion.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { bookedOf } from './booked.ts';
import { hashOf, newReservationNumber, type Vault } from './tokens.ts';

/** Makes the ticket of an order that was just paid. Its token and entry code are derived from its id. */
export const issueTicket = async (tx: Tx, vault: Vault, orderId: string): Promise<void> => {
  const id = crypto.randomUUID();
  await tx
    .insertInto('tickets')
    .values({
      id,
      order_id: orderId,
      token_hash: hashOf(vault.token('reservation', id)),
      entry_hash: hashOf(vault.entryCode(id)),
    })
    .execute();
};

/** In: an order. Out: what its visitor is told once it is paid, null before. */
export const completionOf = async (db: Db | Tx, vault: Vault, orderId: string): Promise<Completion | null> => {
  const row = await db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .select(['orders.reservation_number', 'tickets.id'])
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'paid')
    .orderBy('tickets.created_at')
    .executeTakeFirst();
  if (!row?.reservation_number) return null;
  return { reservation_number: row.reservation_number, reservation_token: vault.token('reservation', row.id) };
};

/** In: a transaction. Out: a reservation number nobody has. */
export const freeReservationNumber = async (tx: Tx): Promise<string> => {
  for (;;) {
    const number = newReservationNumber();
    const taken = await tx
      .selectFrom('orders')
      .select('id')
      .where('reservation_number', '=', number)
      .executeTakeFirst();
    if (!taken) return number;
  }
};

/** In: a reservation token of the site. Out: the ticket. Throws token_not_found. */
export const readTicket = async (db: Db, vault: Vault, site: SiteCode, token: string): Promise<Ticket> => {
  const row = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(['tickets.id', 'tickets.state', 'orders.id as order_id', 'orders.reservation_number', 'orders.total'])
    .select(sql<Date>`now()`.as('as_of'))
    .where('tickets.token_hash', '=', hashOf(token))
    .where('orders.site', '=', site)
    .executeTakeFirst();
  if (!row?.reservation_number) throw new Problem('token_not_found');
  const { product_uuid: _uuid, time_span_id: _span, ...booked } = await bookedOf(db, row.order_id);
  return {
    ...booked,
    reservation_number: row.reservation_number,
    state: row.state,
    price: row.total,
    entry_code: row.state === 'valid' ? vault.entryCode(row.id) : '',
    as_of: row.as_of.toISOString(),
  };
};
