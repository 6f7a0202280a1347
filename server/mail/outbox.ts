import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';

type Kind = Database['outbox']['kind'];
type About = Pick<Selectable<Database['orders']>, 'id' | 'site' | 'lang' | 'customer'>;

/** Mails one address may be sent in an hour on a visitor's request (quality-bars S4). */
const perHour = 3;

/**
 * Puts a mail about an order into the outbox, in the transaction of what it tells (DESIGN §4), in the order's
 * language. Nothing to send to: no row. The row holds no link: links are derived when the mail is written.
 */
export const putMail = async (tx: Tx, kind: Kind, order: About): Promise<void> => {
  const address = order.customer?.email;
  if (!address) return;
  const { id: order_id, site, lang } = order;
  await tx.insertInto('outbox').values({ id: crypto.randomUUID(), order_id, site, lang, kind, address }).execute();
};

/** In: an address. Throws rate_limited when it was sent enough within the hour. */
export const spareAddress = async (db: Db | Tx, address: string): Promise<void> => {
  const { sent } = await db
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('sent'))
    .where('address', '=', address)
    .where('kind', '=', 'mail_confirm')
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (sent >= perHour) throw new Problem('rate_limited', { retryAfter: 3600 });
};
