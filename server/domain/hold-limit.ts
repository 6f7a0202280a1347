import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import type { OrderRow } from './holds.ts';

/** What a hold is taken by. */
export type HoldRules = Pick<Deps, 'takeSeats' | 'seatsPerAddress'>;

/** Seats that are about to be held, and the hash of the address that wants them; null where nobody's is known. */
type Wanted = Pick<OrderRow, 'asked_by' | 'time_span_id' | 'quantity'> & { id?: string };

/**
 * Keeps one visitor from freezing a timespan: so many of its seats may be held from one address and not paid yet. Called
 * when the seats are taken, which locks the timespan: those who come at once are counted one after the other. Throws
 * rate_limited, to be tried again when the first of these holds is over.
 */
export const limitSeats = async ({ seatsPerAddress: most }: HoldRules, tx: Tx, wanted: Wanted): Promise<void> => {
  if (most === 0 || wanted.asked_by === null) return;
  const { seats, wait } = await tx
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('seats'))
    .select(sql<number>`coalesce(extract(epoch from min(hold_until) - now()), 0)::float8`.as('wait'))
    .where('time_span_id', '=', wanted.time_span_id)
    .where('asked_by', '=', wanted.asked_by)
    .where('status', 'in', ['open', 'checking'])
    .$if(wanted.id !== undefined, (query) => query.where('id', '<>', wanted.id ?? ''))
    .executeTakeFirstOrThrow();
  /* The first of an address is never too many: a group may be larger than the limit. */
  if (seats === 0 || seats + wanted.quantity <= most) return;
  throw new Problem('rate_limited', {
    retryAfter: Math.max(1, Math.ceil(wait)),
    detail: 'Too many seats of this time are held from this address and not paid yet.',
  });
};

/** How long an ended hold may be taken again by who had it, and its address is kept for that. */
const keptFor = sql`interval '4 hours'`;

/** Forgets the addresses of orders that hold nothing and hardly will again. */
export const forgetAddresses = async (db: Db): Promise<void> => {
  await db
    .updateTable('orders')
    .set({ asked_by: null })
    .where('asked_by', 'is not', null)
    .where(
      sql<boolean>`(status in ('paid', 'cancelled', 'refunded') or (status = 'expired' and hold_until < now() - ${keptFor}))`,
    )
    .execute();
};
