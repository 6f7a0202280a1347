import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '#server/db/open.ts';
import type { ActKind } from '#server/db/tables.ts';
import type { TicketDetails } from './ticket-details.ts';

/** The actor at the venue: a token's id, or `local`, the name of a gate, and the reason. */
export type Actor = { by: string; gate: string; why?: string };

/** Writes down what a person did to an order, about a ticket of it. Returns the id of the row. */
export const writeAct = async (
  tx: Tx,
  kind: ActKind,
  { id: ticket_id, order_id, site }: Pick<TicketDetails, 'id' | 'order_id' | 'site'>,
  { by, gate, why = '' }: Actor,
  people: number,
): Promise<string> => {
  const id = crypto.randomUUID();
  await tx.insertInto('order_acts').values({ id, order_id, ticket_id, site, kind, by, gate, why, people }).execute();
  return id;
};

/** SQL: a moment as in replies. */
export const utcOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The actions on orders, the oldest first; `number`: of the ticket. */
export const readActs = (db: Db, orders: readonly string[]) =>
  db
    .selectFrom('orders')
    .select('orders.id')
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_acts')
          .innerJoin('tickets', 'tickets.id', 'order_acts.ticket_id')
          .select(['order_acts.kind', 'tickets.number', 'people', 'by', 'gate', 'why'])
          .select(utcOf('at').as('at'))
          .whereRef('order_acts.order_id', '=', 'orders.id')
          .orderBy('order_acts.at'),
      ).as('acts'),
    )
    .where('orders.id', 'in', orders)
    .execute();

export type Act = Awaited<ReturnType<typeof readActs>>[number]['acts'][number];
