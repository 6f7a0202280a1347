import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#server/db/open.ts';
import type { Database } from '#server/db/types.ts';
import type { SiteCode } from '#src/domain/site.ts';

export type MailRow = Selectable<Database['outbox']>;
type About = Pick<Selectable<Database['orders']>, 'id' | 'site' | 'lang' | 'customer'>;

const insertMail = async (tx: Tx, row: Omit<Insertable<Database['outbox']>, 'id'>): Promise<void> => {
  await tx
    .insertInto('outbox')
    .values({ id: crypto.randomUUID(), ...row })
    .execute();
};

/**
 * Adds a mail about an order to the outbox, in the transaction of the event (docs/architecture.md#outbox) and in the order's
 * language. No row is added without an address. The row holds no link: links are derived from `base` when the mail is rendered.
 */
export const putMail = async (
  tx: Tx,
  kind: 'mail_confirm' | 'completed' | 'refunded' | 'part_refunded',
  order: About,
  { base, ...about }: Pick<MailRow, 'base'> & Partial<Pick<MailRow, 'payment_id' | 'amount' | 'ticket_id'>>,
): Promise<void> => {
  const address = order.customer?.email;
  if (!address) return;
  const { id: order_id, site, lang } = order;
  await insertMail(tx, { order_id, site, lang, kind, address, base, ...about });
};

type TicketMail = Pick<MailRow, 'order_id' | 'site' | 'lang' | 'address' | 'base'> & { ticket_id: string };

/** As `putMail`, about a ticket, to its holder, in the ticket's language. */
export const putTicketMail = async (
  tx: Tx,
  kind: 'ticket_sent' | 'ticket_changed' | 'ticket_reissued' | 'ticket_links' | 'cancelled' | 'visit_moved',
  { order_id, site, lang, address, base, ticket_id }: TicketMail,
): Promise<void> => insertMail(tx, { order_id, site, lang, kind, address, base, ticket_id });

/** As `putMail`, to the invited address: the order may not have a customer yet. */
export const putInvitation = async (
  tx: Tx,
  { id: order_id, site, lang }: Omit<About, 'customer'>,
  { address, base }: Pick<MailRow, 'address' | 'base'>,
): Promise<void> => insertMail(tx, { kind: 'invited', order_id, site, lang, address, base });

/** Makes every mail that waits for its next attempt due now; of one site, or of all (null). Returns how many. */
export const hurryMails = async (db: Db, site: SiteCode | null): Promise<number> => {
  const waiting = db.updateTable('outbox').set({ due_at: sql`now()` }).where('state', '=', 'due');
  const { numUpdatedRows } = await (site === null ? waiting : waiting.where('site', '=', site))
    .where('due_at', '>', sql<Date>`now()`)
    .where('fault', '<>', '')
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
