import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/open.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { ticketsNumbered } from '#server/tickets/ticket-details.ts';
import { toAscii } from '#src/domain/digits.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reservationNumberOf } from '#src/domain/ticket.ts';

/** Whose data: a normalised address; one site or all; only data older than a time, or all. */
export type Subject = { mail: string; site: SiteCode | null; before: Date | null };

/** The key under which an erasure is recorded; without the shop's secret the address cannot be found by it. */
export const subjectKey = (tokens: TokenService, mail: string): string => tokens.idOf(`erased\n${mail}`);

/** Tables about persons, and the column that says when a row was made. */
const madeAt = {
  orders: 'created_at',
  tickets: 'created_at',
  outbox: 'created_at',
  mail_magazines: 'started_at',
  link_requests: 'asked_at',
  mail_links: 'created_at',
} as const;

/** Ids of the rows of a table that are about a person: of the subject's site, and made before its time. */
const idsIn = async (
  db: Db | Tx,
  table: keyof typeof madeAt,
  { site, before }: Subject,
  isAbout: RawBuilder<boolean>,
  siteOfRow = sql.ref('site'),
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${isAbout}
    and (${site}::text is null or ${siteOfRow} = ${site})
    and (${before}::timestamptz is null or ${sql.ref(madeAt[table])} < ${before}) order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** SQL: the row is one of these; none where there are no ids. */
export const isOneOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

export const findPerson = async (db: Db | Tx, subject: Subject) => {
  const { mail } = subject;
  const orders = await idsIn(
    db,
    'orders',
    subject,
    sql`id in (select id from orders where lower(customer ->> 'email') = ${mail}
      union select orders.id from outbox join orders on orders.id = outbox.order_id
        where lower(outbox.address) = ${mail} and outbox.kind = 'invited' and orders.invited and orders.customer is null)`,
  );
  /* Tickets without an address are the buyer's. */
  const ofHolder = sql<boolean>`(lower(email) = ${mail} or (email is null and order_id = any(${orders}::uuid[])))`;
  const siteOfLink = sql<string>`(select orders.site from orders where orders.id = mail_links.order_id)`;
  return {
    /** Orders with the address as the buyer's, and invitations sent to it. */
    orders,
    tickets: await idsIn(db, 'tickets', subject, ofHolder),
    mails: await idsIn(db, 'outbox', subject, sql`lower(address) = ${mail}`),
    subscriptions: await idsIn(db, 'mail_magazines', subject, sql`email = ${mail}`),
    link_requests: await idsIn(db, 'link_requests', subject, sql`lower(address) = ${mail}`),
    /** Links mailed to the address before a purchase; an order that has another address now keeps its own links. */
    mail_links: await idsIn(db, 'mail_links', subject, sql`lower(address) = ${mail}`, siteOfLink),
  };
};
export type Found = Awaited<ReturnType<typeof findPerson>>;

export const isEmpty = (found: Found): boolean => Object.values(found).every((ids) => ids.length === 0);

/**
 * The address for a mail address or a reservation number; a number refers to its ticket's holder, at `site` if it is not null.
 * Throws OperatorProblem: unknown, anonymous.
 */
export const mailOf = async (db: Db, typed: string, site: SiteCode | null): Promise<string> => {
  const ascii = toAscii(typed);
  if (ascii.includes('@')) return comparedMail(ascii);
  const number = reservationNumberOf(ascii);
  const row = await ticketsNumbered(db, number, site)
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(sql<string | null>`coalesce(tickets.email, orders.customer ->> 'email')`.as('email'))
    .executeTakeFirst();
  if (!row) throw new OperatorProblem('unknown');
  if (!row.email) throw new OperatorProblem('anonymous', { number });
  return comparedMail(row.email);
};
