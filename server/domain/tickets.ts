import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import type { Completion } from '#src/domain/completion.ts';
import type { OrderRow } from './holds.ts';
import { hashOf, newReservationNumber, type Vault } from './tokens.ts';

/** A row of `tickets`. */
export type TicketRow = Selectable<Database['tickets']>;
type Turn = Pick<TicketRow, 'id' | 'turn'>;

/** What lets in with a ticket, or with one person of it. Another turn, another code: earlier pictures of it are dead. */
export const entryCodeOf = (vault: Vault, { id, turn }: Turn, person?: string): string =>
  vault.entryCode(person ? `${id}/${turn}/${person}` : turn === 0 ? id : `${id}/${turn}`);

/** The token of the link a ticket is shared by in this turn. */
export const shareTokenOf = (vault: Vault, { id, turn }: Turn): string => vault.token('share', `${id}/${turn}`);

/** Writes down the codes of a ticket and of its people, after people came to it or its turn changed. */
export const writeCodes = async (tx: Tx, vault: Vault, ticket: Turn): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ turn: ticket.turn, entry_hash: hashOf(entryCodeOf(vault, ticket)) })
    .where('id', '=', ticket.id)
    .execute();
  const people = await tx.selectFrom('ticket_people').select('id').where('ticket_id', '=', ticket.id).execute();
  for (const { id } of people)
    await tx
      .updateTable('ticket_people')
      .set({ entry_hash: hashOf(entryCodeOf(vault, ticket, id)) })
      .where('id', '=', id)
      .execute();
};

type NewTicket = Pick<TicketRow, 'id' | 'order_id' | 'number' | 'time_span_id' | 'lang'> &
  Partial<Pick<TicketRow, 'parent_id' | 'kind' | 'email' | 'changes' | 'note'>>;

/** Makes a ticket without people. Its token and entry code are derived from its id. */
export const insertTicket = async (tx: Tx, vault: Vault, ticket: NewTicket): Promise<void> => {
  await tx
    .insertInto('tickets')
    .values({
      ...ticket,
      token_hash: hashOf(vault.token('reservation', ticket.id)),
      entry_hash: hashOf(entryCodeOf(vault, { id: ticket.id, turn: 0 })),
    })
    .execute();
};

/** Gives people of one ticket to another one of the same order. */
export const movePeople = async (tx: Tx, vault: Vault, people: readonly string[], to: Turn): Promise<void> => {
  await tx.updateTable('ticket_people').set({ ticket_id: to.id }).where('id', 'in', people).execute();
  await writeCodes(tx, vault, to);
};

/** Makes the ticket of an order that was just paid, and its people. */
export const issueTicket = async (
  tx: Tx,
  vault: Vault,
  { id: order_id, time_span_id, lang }: Pick<OrderRow, 'id' | 'time_span_id' | 'lang'>,
  number: string,
): Promise<void> => {
  const id = crypto.randomUUID();
  await insertTicket(tx, vault, { id, order_id, number, time_span_id, lang });
  const lines = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', order_id).execute();
  const people = lines.flatMap(({ option_id, position, price, count }) =>
    Array.from({ length: count }, () => {
      const person = crypto.randomUUID();
      const entry_hash = hashOf(entryCodeOf(vault, { id, turn: 0 }, person));
      return { id: person, ticket_id: id, option_id, position, price, entry_hash };
    }),
  );
  await tx.insertInto('ticket_people').values(people).execute();
};

/** In: an order. Out: what its visitor is told once it is paid, null before. */
export const completionOf = async (db: Db | Tx, vault: Vault, orderId: string): Promise<Completion | null> => {
  const row = await db
    .selectFrom('orders')
    .innerJoin('tickets', (join) =>
      join.onRef('tickets.order_id', '=', 'orders.id').onRef('tickets.number', '=', 'orders.reservation_number'),
    )
    .select(['tickets.number', 'tickets.id'])
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'paid')
    .where('tickets.state', '<>', 'changed')
    .executeTakeFirst();
  return row ? { reservation_number: row.number, reservation_token: vault.token('reservation', row.id) } : null;
};

/** In: a transaction. Out: a reservation number nobody has; a changed ticket's is another one's now. */
export const freeReservationNumber = async (tx: Tx): Promise<string> => {
  for (;;) {
    const number = newReservationNumber();
    const isTaken = sql<number>`1`.as('is_taken');
    const orders = tx.selectFrom('orders').select(isTaken).where('reservation_number', '=', number);
    const tickets = tx
      .selectFrom('tickets')
      .select(isTaken)
      .where('number', '=', number)
      .where('state', '<>', 'changed');
    if (!(await orders.unionAll(tickets).executeTakeFirst())) return number;
  }
};
