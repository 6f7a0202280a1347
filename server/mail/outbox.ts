import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';
import { comparedMail } from '#src/domain/mail.ts';

/** A row of `outbox`. */
export type MailRow = Selectable<Database['outbox']>;
type About = Pick<Selectable<Database['orders']>, 'id' | 'site' | 'lang' | 'customer'>;

/** Mails of a kind one address may be sent in an hour on a visitor's request (quality-bars S4). */
const perHour = { mail_confirm: 3, ticket_sent: 10, ticket_links: 3, ticket_reissued: 3 } as const;

const insertMail = async (tx: Tx, row: Omit<Insertable<Database['outbox']>, 'id'>): Promise<void> => {
  await tx
    .insertInto('outbox')
    .values({ id: crypto.randomUUID(), ...row })
    .execute();
};

/**
 * Puts a mail about an order into the outbox, in the transaction of what it tells (DESIGN §4), in the order's
 * language. Nothing to send to: no row. The row holds no link: links are derived when the mail is written, below `base`.
 */
export const putMail = async (
  tx: Tx,
  kind: 'mail_confirm' | 'completed' | 'refunded',
  order: About,
  { base, payment_id = null }: { base: string; payment_id?: string | null },
): Promise<void> => {
  const address = order.customer?.email;
  if (!address) return;
  const { id: order_id, site, lang } = order;
  await insertMail(tx, { order_id, site, lang, kind, address, base, payment_id });
};

type TicketMail = Pick<MailRow, 'order_id' | 'site' | 'lang' | 'address' | 'base'> & {
  ticket_id: string;
  /** What the sender wrote. */
  note?: string;
};

/** As `putMail`, about a ticket, to its holder, in the ticket's language. */
export const putTicketMail = async (
  tx: Tx,
  kind: 'ticket_sent' | 'ticket_changed' | 'ticket_reissued' | 'ticket_links' | 'cancelled',
  { order_id, site, lang, address, base, ticket_id, note = '' }: TicketMail,
): Promise<void> => insertMail(tx, { order_id, site, lang, kind, address, base, ticket_id, note });

/** As `putMail`, to who is invited by it: the order may not know yet who that is. */
export const putInvitation = async (
  tx: Tx,
  { id: order_id, site, lang }: About,
  { address, base }: Pick<MailRow, 'address' | 'base'>,
): Promise<void> => insertMail(tx, { kind: 'invited', order_id, site, lang, address, base });

/**
 * In: an address and a kind of mail, about to be put into the outbox in the same transaction. Whoever wants to write to the
 * address waits for the one before. Throws rate_limited when it was sent enough within the hour.
 */
export const spareAddress = async (
  tx: Tx,
  typed: string,
  kind: keyof typeof perHour = 'mail_confirm',
): Promise<void> => {
  const address = comparedMail(typed);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${address}`}, 0))`.execute(tx);
  const { sent } = await tx
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('sent'))
    .where(sql<boolean>`lower(address) = ${address}`)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (sent >= perHour[kind]) throw new Problem('rate_limited', { retryAfter: 3600 });
};
