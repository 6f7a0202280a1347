import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { toAscii } from '#src/domain/digits.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reservationNumberOf } from '#src/domain/ticket.ts';

/** Whose data: a normalised address; one site or all; only data older than a time, or all. */
export type Subject = { mail: string; site: SiteCode | null; before: Date | null };

/** Ids of the rows about a person. */
export type Found = {
  /** Orders with the address as the buyer's, and invitations sent to it. */
  orders: string[];
  /** Tickets that the person holds, bought or received. */
  tickets: string[];
  mails: string[];
  subscriptions: string[];
  link_requests: string[];
  /** Links mailed to the address before a purchase; an order that has another address now keeps its own links. */
  mail_links: string[];
};

/** The key under which an erasure is recorded; without the shop's secret the address cannot be found by it. */
export const subjectKey = (tokens: TokenService, mail: string): string => tokens.idOf(`erased\n${mail}`);

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const ordersOf = (db: Db | Tx, { mail, site, before }: Subject) =>
  db
    .selectFrom('orders')
    .select('orders.id')
    .where(
      sql<boolean>`orders.id in (select id from orders where lower(customer ->> 'email') = ${mail}
        union select orders.id from outbox join orders on orders.id = outbox.order_id
          where lower(outbox.address) = ${mail} and outbox.kind = 'invited' and orders.invited and orders.customer is null)`,
    )
    .$if(site !== null, (query) => query.where('orders.site', '=', site))
    .$if(before !== null, (query) => query.where('orders.created_at', '<', before))
    .orderBy('orders.id')
    .execute();

/** Tickets without an address of their own are the buyer's. Tickets that were moved to another date are left out. */
const ticketsOf = (db: Db | Tx, { mail, site, before }: Subject, orders: readonly string[]) =>
  db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('tickets.id')
    .where(({ eb, or, and }) =>
      or([
        eb(sql<string>`lower(tickets.email)`, '=', mail),
        ...(orders.length > 0 ? [and([eb('tickets.email', 'is', null), eb('tickets.order_id', 'in', orders)])] : []),
      ]),
    )
    .$if(site !== null, (query) => query.where('orders.site', '=', site))
    .$if(before !== null, (query) => query.where('tickets.created_at', '<', before))
    .orderBy('tickets.id')
    .execute();

/** Finds everything stored about a person. */
export const findPerson = async (db: Db | Tx, subject: Subject): Promise<Found> => {
  const { mail, site, before } = subject;
  const orders = idsOf(await ordersOf(db, subject));
  const tickets = idsOf(await ticketsOf(db, subject, orders));
  const mails = await db
    .selectFrom('outbox')
    .select('id')
    .where(sql<boolean>`lower(outbox.address) = ${mail}`)
    .$if(site !== null, (query) => query.where('site', '=', site))
    .$if(before !== null, (query) => query.where('created_at', '<', before))
    .execute();
  const subscriptions = await db
    .selectFrom('mail_magazines')
    .select('id')
    .where('email', '=', mail)
    .$if(site !== null, (query) => query.where('site', '=', site))
    .$if(before !== null, (query) => query.where('started_at', '<', before))
    .execute();
  const requests = await db
    .selectFrom('link_requests')
    .select('id')
    .where(sql<boolean>`lower(address) = ${mail}`)
    .$if(site !== null, (query) => query.where('site', '=', site))
    .$if(before !== null, (query) => query.where('asked_at', '<', before))
    .execute();
  const links = await db
    .selectFrom('mail_links')
    .innerJoin('orders', 'orders.id', 'mail_links.order_id')
    .select('mail_links.id')
    .where(sql<boolean>`lower(mail_links.address) = ${mail}`)
    .$if(site !== null, (query) => query.where('orders.site', '=', site))
    .$if(before !== null, (query) => query.where('mail_links.created_at', '<', before))
    .execute();
  return {
    orders,
    tickets,
    mails: idsOf(mails),
    subscriptions: idsOf(subscriptions),
    link_requests: idsOf(requests),
    mail_links: idsOf(links),
  };
};

/** Whether nothing was found. */
export const isEmpty = (found: Found): boolean => Object.values(found).every((ids) => ids.length === 0);

/**
 * The address for a mail address or a reservation number; a number refers to its ticket's holder, at `site` if it is not null.
 * Throws OperatorProblem: unknown, anonymous.
 */
export const mailOf = async (db: Db, typed: string, site: SiteCode | null): Promise<string> => {
  const ascii = toAscii(typed);
  if (ascii.includes('@')) return comparedMail(ascii);
  const number = reservationNumberOf(ascii);
  const row = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(sql<string | null>`coalesce(tickets.email, orders.customer ->> 'email')`.as('email'))
    .where('tickets.number', '=', number)
    .where('tickets.state', '<>', 'changed')
    .$if(site !== null, (query) => query.where('tickets.site', '=', site))
    .executeTakeFirst();
  if (!row) throw new OperatorProblem('unknown');
  if (!row.email) throw new OperatorProblem('anonymous', { number });
  return comparedMail(row.email);
};
