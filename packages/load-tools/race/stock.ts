import { type Kysely, sql } from 'kysely';
import type { Database } from 'ticket-store/server/db/types.ts';

type Db = Kysely<Database>;

/** Makes abandoned holds and payments an hour older. */
export const passHour = async (db: Db): Promise<void> => {
  const hour = sql`interval '1 hour'`;
  await db
    .updateTable('orders')
    .set({ hold_until: sql`hold_until - ${hour}` })
    .where('status', 'in', ['open', 'checking'])
    .execute();
  await db
    .updateTable('payments')
    .set({
      asked_at: sql`asked_at - ${hour}`,
      created_at: sql`created_at - ${hour}`,
      looked_up_at: sql`looked_up_at - ${hour}`,
      looks_until: sql`looks_until - ${hour}`,
    })
    .where('state', 'in', ['started', 'requires_action'])
    .execute();
};

/** Slots of the default site with more seats than there are, or others than the orders hold and people have tickets for. */
export const seatFaults = async (db: Db, spans: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<Record<'capacity' | 'held' | 'sold' | 'held_by' | 'sold_to', number> & { id: string }>`
    select id, capacity, held, sold,
      (select coalesce(sum(quantity), 0)::int from orders
        where site = time_spans.site and time_span_id = time_spans.id and status in ('open', 'checking')) as held_by,
      (select count(*)::int from ticket_people join tickets on tickets.id = ticket_people.ticket_id
        where tickets.site = time_spans.site and tickets.time_span_id = time_spans.id and tickets.state in ('valid', 'shared', 'used')) as sold_to
    from time_spans where site = 'borderless' and id in (${sql.join(spans)})`.execute(db);
  return rows
    .filter(
      ({ capacity, held, sold, held_by, sold_to }) => held !== held_by || sold !== sold_to || held + sold > capacity,
    )
    .map(
      ({ id, capacity, held, sold, held_by, sold_to }) =>
        `${id}: ${held} held, ${sold} sold of ${capacity}; by the orders ${held_by} and ${sold_to}`,
    );
};
