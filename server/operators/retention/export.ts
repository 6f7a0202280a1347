import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/db/open.ts';
import { ordersWithVisits } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import { selectContents, toContents } from '#server/orders/order-contents.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { readActs } from '#server/tickets/acts.ts';
import { readTickets } from '#server/tickets/ticket-details.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { findPerson, isEmpty, isOneOf, type Subject } from './person.ts';

const lang = 'en';

/**
 * Payments of orders. Of the provider's data only what concerns the person's device and the reference of the transaction are
 * exported.
 */
const paymentsOf = (db: Db, orders: readonly string[]) =>
  db
    .selectFrom('payments')
    .select(['order_id', 'method', 'state', 'amount', 'created_at', 'provider_id', 'data'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('unapplied_payments')
          .select(['provider_id as provider_reference', 'amount', 'reported_at', 'returned_at'])
          .whereRef('payment_id', '=', 'payments.id'),
      ).as('not_applied'),
    )
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('part_refunds').select(['amount', 'state', 'asked_at']).whereRef('payment_id', '=', 'payments.id'),
      ).as('part_refunds'),
    )
    .where('order_id', 'in', orders)
    .orderBy('created_at')
    .execute();

const ordersOf = async (db: Db, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const rows = await ordersWithVisits(db)
    .selectAll('orders')
    .select(['products.words', 'time_spans.reservation_from', 'time_spans.reservation_to'])
    .select(selectContents)
    .where('orders.id', 'in', ids)
    .orderBy('orders.created_at')
    .execute();
  const [payments, acts] = [await paymentsOf(db, ids), await readActs(db, ids)];
  return rows.map((row) => ({
    site: row.site,
    status: row.status,
    created_at: row.created_at,
    paid_at: row.paid_at,
    language: row.lang,
    reservation_number: row.reservation_number,
    product: pickTexts(row.words, lang).product_name,
    visit: { from: row.reservation_from, to: row.reservation_to },
    total_yen: row.total,
    ...toContents(row, lang),
    customer: row.customer,
    acts: acts.find(({ id }) => id === row.id)?.acts.map(({ kind, at, why }) => ({ kind, at, why })),
    payments: payments
      .filter(({ order_id }) => order_id === row.id)
      .map(({ order_id: _order, provider_id, data, ...payment }) => ({
        ...payment,
        provider_reference: provider_id,
        device_fingerprint: data?.fingerprint ?? null,
      })),
  }));
};

/**
 * Tickets that the person holds. Links and codes are left out: the person has them by mail, and a reader of an exported
 * file must not be admitted.
 */
const ticketsOf = async (db: Db, ids: readonly string[]) =>
  (await readTickets(db, ids)).map((ticket) => ({
    site: ticket.site,
    reservation_number: ticket.number,
    state: ticket.state,
    product: pickTexts(ticket.words, lang).product_name,
    visit: { from: ticket.reservation_from, to: ticket.reservation_to },
    people: ticket.people.map(({ words, used_at }) => ({ option: pickTexts(words, lang).name, entered_at: used_at })),
    created_at: ticket.created_at,
    received: ticket.kind === 'sent',
  }));

/** Tickets that the person sent to others, with the notes. Addresses and numbers of the others are left out. */
const sentOf = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('tickets')
    .select(['tickets.email', 'tickets.created_at', 'tickets.note'])
    .where(isOneOf('tickets.parent_id', ids))
    .where('tickets.kind', '=', 'sent')
    .orderBy('tickets.created_at')
    .execute();
  return rows.map(({ email, created_at, note }) => ({ to: hiddenMail(email ?? ''), created_at, note }));
};

/**
 * Everything stored about a person, for that person. Failed guesses, network addresses and stored responses are not included:
 * they are hashed or encrypted, and deleted within hours. Throws OperatorProblem: nobody.
 */
export const exportPerson = async (db: Db, subject: Subject) => {
  const found = await findPerson(db, subject);
  if (isEmpty(found)) throw new OperatorProblem('nobody');
  return {
    address: subject.mail,
    site: subject.site ?? 'all',
    created_at: new Date(),
    orders: await ordersOf(db, found.orders),
    tickets: await ticketsOf(db, found.tickets),
    tickets_sent: await sentOf(db, found.tickets),
    mails: await db
      .selectFrom('outbox')
      .leftJoin('tickets', (join) =>
        join.onRef('tickets.id', '=', 'outbox.ticket_id').on('outbox.kind', '=', 'ticket_sent'),
      )
      .select(['outbox.site', 'outbox.kind', 'outbox.lang as language', 'outbox.address', 'outbox.state'])
      .select(['outbox.created_at', 'outbox.sent_at'])
      .select(sql<string>`coalesce(tickets.note, '')`.as('message'))
      .where(isOneOf('outbox.id', found.mails))
      .orderBy('outbox.created_at')
      .execute(),
    newsletters: await db
      .selectFrom('mail_magazines')
      .select(['site', 'email', 'lang as language', 'started_at', 'stopped_at'])
      .where(isOneOf('id', found.subscriptions))
      .execute(),
    link_requests: await db
      .selectFrom('link_requests')
      .select(['site', 'address', 'lang as language', 'asked_at'])
      .where(isOneOf('id', found.link_requests))
      .execute(),
    mailed_links: await db
      .selectFrom('mail_links')
      .select(['address', 'created_at'])
      .where(isOneOf('id', found.mail_links))
      .execute(),
  };
};
export type PersonExport = Awaited<ReturnType<typeof exportPerson>>;
