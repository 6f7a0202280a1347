import { type RawBuilder, sql } from 'kysely';
import { hasDuePart, liveStates, slotOf } from '#server/db/scoped.ts';
import type { AttemptState } from '#server/db/types.ts';
import type { RetentionRules } from '#server/shared/retention-rules.ts';
import { bySite, type Sites } from '#server/shared/sites/sites.ts';

/** Conditions on rows of `orders`, by the database's clock. Days of visits are days in Tokyo. */
type Condition = RawBuilder<boolean>;

/** The server's periods, and those of sites. */
export type PolicyDeps = { retention: RetentionRules; sites: Sites };

/** The period for a row of a table that has a site. */
const period = (
  { retention, sites }: PolicyDeps,
  name: 'unpaidDays' | 'mailDays' | 'visitDays' | 'invoiceYears',
  table: 'orders' | 'outbox' | 'mail_magazines',
) => bySite(sites, sql.ref(`${table}.site`), retention[name], ({ retention: own }) => own[name]);

const today = sql`(now() at time zone 'Asia/Tokyo')::date`;

const hasPaymentIn = (...states: readonly AttemptState[]): Condition => sql<boolean>`exists (
  select 1 from payments where payments.order_id = orders.id and payments.state in (${sql.join(states)}))`;

/** A pending payment: neither retention nor an erasure touches such an order. */
export const hasOpenPayment = hasPaymentIn(...liveStates);

/** Whether money of the order is unsettled: pending payments, those awaiting the provider's daily file, and due refunds. */
const isUnsettled = sql<boolean>`(${hasOpenPayment} or ${hasPaymentIn('refund_due')} or exists (
  select 1 from payments where payments.order_id = orders.id
    and (payments.unconfirmed_since is not null or ${hasDuePart})) or exists (
  select 1 from unapplied_payments join payments on payments.id = payment_id
    where payments.order_id = orders.id and returned_at is null))`;

/** Whether money was moved for the order. Refunded orders count: their records are needed as long as those of paid ones. */
const hasMovedMoney = sql<boolean>`(orders.paid_at is not null or ${hasPaymentIn('paid', 'refunded')} or exists (
  select 1 from payments join unapplied_payments on payment_id = payments.id where payments.order_id = orders.id))`;

/** The last day of the last visit that the order has a ticket for; a visit that ends at midnight ends on the day before. */
const lastVisitDay = sql`(((coalesce(
    (select max(time_spans.reservation_to) from tickets join time_spans on ${slotOf('tickets')}
      where tickets.order_id = orders.id and tickets.state <> 'changed'),
    (select reservation_to from time_spans where ${slotOf('orders')})
  ) - interval '1 second') at time zone 'Asia/Tokyo')::date)`;

/** Whether a mail of the order is still to be sent. An order is not retained for it longer than mails are stored. */
const hasMailToSend = (deps: PolicyDeps): Condition => sql<boolean>`exists (
  select 1 from outbox where outbox.order_id = orders.id and outbox.state = 'due'
    and outbox.created_at > now() - make_interval(days => ${period(deps, 'mailDays', 'outbox')}))`;

/** Whether the link of an invitation can be opened, which ends with the sale. */
const isOpenInvitation = (days: RawBuilder<number>): Condition => sql<boolean>`(orders.invited and exists (
  select 1 from time_spans where ${slotOf('orders')}
    and time_spans.sale_to > now() - make_interval(days => ${days})))`;

/** Expired and cancelled orders without money. */
export const unpaidIsOver = (deps: PolicyDeps): Condition => {
  const days = period(deps, 'unpaidDays', 'orders');
  return sql<boolean>`(orders.status in ('expired', 'cancelled') and not ${hasMovedMoney} and not ${isUnsettled}
    and not ${isOpenInvitation(days)}
    and greatest(orders.hold_until, orders.created_at, (
      select max(payments.asked_at) from payments where payments.order_id = orders.id
    )) < now() - make_interval(days => ${days}))`;
};

export const visitDays = (deps: PolicyDeps): RawBuilder<number> => period(deps, 'visitDays', 'orders');

/** Orders with money, or free ones, whose visits are all past the retention period. */
export const visitIsOver = (deps: PolicyDeps): Condition =>
  sql<boolean>`(orders.status not in ('open', 'checking') and ${hasMovedMoney} and not ${isUnsettled}
    and not ${hasMailToSend(deps)} and ${lastVisitDay} + ${visitDays(deps)} < ${today})`;

/**
 * Anonymised orders whose records the law no longer requires. In Japan copies of invoices are stored for seven years from two
 * months after the end of the tax period in which they were issued; that period is a year at most.
 */
export const recordsAreOver = (deps: PolicyDeps): Condition =>
  sql<boolean>`(orders.records_from + make_interval(years => ${period(deps, 'invoiceYears', 'orders')}, months => 14) < ${today})`;

/** Mails that were sent or given up, and those that a demo only shows. Pending mails stay. */
export const mailIsOver = (deps: PolicyDeps): Condition => {
  const days = period(deps, 'mailDays', 'outbox');
  return sql<boolean>`(outbox.state <> 'due' and outbox.created_at < now() - make_interval(days => ${days})
    and coalesce(outbox.sent_at, outbox.due_at) < now() - make_interval(days => ${days}))`;
};

/** Ended subscriptions that still have an address; a `-` marks those reduced to a hash. */
export const subscriptionIsOver = (deps: PolicyDeps): Condition =>
  sql<boolean>`(mail_magazines.stopped_at < now() - make_interval(days => ${period(deps, 'mailDays', 'mail_magazines')})
    and mail_magazines.email not like '-%')`;

/** Requests for links are answered within seconds; older ones are useless after a day. */
export const linkRequestIsOver: Condition = sql<boolean>`(link_requests.asked_at < now() - interval '1 day')`;

/** The day from which the retention period for an order's records counts: the last one on which its receipt could be opened. */
export const recordsFrom = (days: RawBuilder<number>): RawBuilder<string | null> => sql<string | null>`(case
  when orders.paid_at is not null or exists (select 1 from payments where payments.order_id = orders.id)
  then least(${today}, greatest(${lastVisitDay}, (orders.created_at at time zone 'Asia/Tokyo')::date) + ${days})
end)`;
