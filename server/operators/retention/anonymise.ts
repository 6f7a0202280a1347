import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { isOneOf } from './person.ts';

/**
 * Replaces a token's hash: no hash begins with a dash, so nothing opens it, and it stays unique. The same prefix of an address
 * marks a hash of it.
 */
const dead = sql<string>`'-' || id::text`;

/**
 * Provider data that is needed to look a payment up or to refund it, in addition to the forms that notices are compared with;
 * everything else is deleted.
 */
const neededData = ['contract', 'tracking', 'transaction', 'access_id', 'access_pass', 'paid'];

/** Removes the holders of tickets: links, codes and passes become void. '' as an address means an unknown holder. */
export const anonymiseTickets = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const email = sql<string | null>`case when email is not null then '' end`;
  const closed = { email, token_hash: dead, entry_hash: dead, share_hash: null, note: '' };
  await tx.updateTable('tickets').set(closed).where(isOneOf('id', ids)).execute();
  await tx.updateTable('ticket_people').set({ entry_hash: null }).where(isOneOf('ticket_id', ids)).execute();
};

/** Removes the buyer from orders and their payments. Products, lines, totals, payments and coupons are unchanged. */
export const anonymiseBuyers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .updateTable('orders')
    .set({
      customer: null,
      asked_by: null,
      address_56: null,
      address_48: null,
      token_hash: dead,
      confirmed_mail: null,
    })
    .where('id', 'in', ids)
    .execute();
  await tx
    .deleteFrom('mail_links')
    .where(({ or, eb }) => or([eb('order_id', 'in', ids), eb('made_for', 'in', ids)]))
    .execute();
  const payments = tx.selectFrom('payments').select('id').where('order_id', 'in', ids);
  await tx.deleteFrom('return_references').where('payment_id', 'in', payments).execute();
  await tx
    .updateTable('payments')
    .set({
      token: null,
      r_hash: dead,
      browser_hash: null,
      returned: null,
      data: sql`(select jsonb_object_agg(key, value) from jsonb_each(payments.data)
        where key in (${sql.join(neededData)}) or key like 'form\\_%')`,
    })
    .where('order_id', 'in', ids)
    .execute();
};

/**
 * Anonymises whole orders with their tickets and mails. They must be locked. `records`: first day of the retention period for
 * records of sales (`policy.ts`).
 */
export const anonymiseOrders = async (
  tx: Tx,
  ids: readonly string[],
  records: RawBuilder<string | null>,
): Promise<void> => {
  if (ids.length === 0) return;
  const tickets = await tx.selectFrom('tickets').select('id').where('order_id', 'in', ids).execute();
  const ofTickets = tickets.map(({ id }) => id);
  await anonymiseTickets(tx, ofTickets);
  await anonymiseBuyers(tx, ids);
  await tx.deleteFrom('outbox').where('order_id', 'in', ids).execute();
  await tx.updateTable('order_acts').set({ why: '' }).where('order_id', 'in', ids).execute();
  await tx
    .updateTable('orders')
    .set({ anonymised_at: sql`now()`, records_from: records })
    .where('id', 'in', ids)
    .execute();
};

/** Removes the identifiers of anonymised orders at providers and on receipts. */
export const removeIdentifiers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('orders').set({ reservation_number: null, records_from: null }).where('id', 'in', ids).execute();
  await tx.updateTable('tickets').set({ number: dead }).where('order_id', 'in', ids).execute();
  const payments = tx.selectFrom('payments').select('id').where('order_id', 'in', ids);
  await tx.deleteFrom('unapplied_payments').where('payment_id', 'in', payments).execute();
  await tx.updateTable('payments').set({ provider_id: null, data: null }).where('order_id', 'in', ids).execute();
};
