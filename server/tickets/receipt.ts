import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { withChanges } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import type { Seller } from '#server/db/types.ts';
import { readContents } from '#server/orders/order-contents.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { Problem } from '#server/shared/problem.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { Lang } from '#src/domain/lang.ts';
import { splitTax, taxInside } from '#src/domain/money.ts';
import { type Receipt, receiptNumberOf } from '#src/domain/receipt.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reservationNumberOf } from '#src/domain/ticket.ts';
import { findTicket, readTickets, type TicketDetails, ticketsNumbered } from './ticket-details.ts';

type Line = Receipt['lines'][number];

const lineOf = (kind: Line['kind'], name: string, quantity: number, price: number): Line => {
  return { kind, name, quantity, price, amount: quantity * price };
};

/** All paid items, the coupon last; the amounts add up to the order's total. */
const linesOf = async (db: Db, order: string, lang: Lang): Promise<Line[]> => {
  const { order_options, set_products, coupon } = await readContents(db, order, lang);
  return [
    ...order_options.map(({ name, quantity, add_cost }) => lineOf('option', name, quantity, add_cost)),
    ...set_products.map(({ product_name, quantity, add_cost }) => lineOf('set', product_name, quantity, add_cost)),
    ...(coupon ? [lineOf('coupon', coupon.coupon_name, 1, -coupon.coupon_discount)] : []),
  ];
};

type Deps = { db: Db; sites: Sites };

export const sellerOf = (sites: Sites, site: SiteCode): Seller => {
  const { operator_name: name, invoice_number, tax_rate } = sites.operationOf(site).configurations;
  return { name, invoice_number, tax_rate };
};

/** An order, and then its paid changes of date. The seller is null for a payment that began in an earlier release. */
const paidOrders = (db: Db, id: string) =>
  db
    .selectFrom('orders')
    .leftJoin('payment_methods', (join) =>
      join.onRef('payment_methods.site', '=', 'orders.site').onRef('payment_methods.id', '=', 'orders.payment_method'),
    )
    .leftJoin('former_methods', (join) =>
      join.onRef('former_methods.site', '=', 'orders.site').onRef('former_methods.id', '=', 'orders.payment_method'),
    )
    .select(['orders.id', 'orders.total', 'orders.paid_at', 'orders.payment_method'])
    .select(({ fn }) => fn.coalesce('payment_methods.words', 'former_methods.words').as('words'))
    .select(({ selectFrom }) =>
      selectFrom('payments')
        .select('seller')
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('state', 'in', ['paid', 'refund_due', 'refunded'])
        .orderBy(sql`state = 'paid'`, 'desc')
        .orderBy('created_at', 'desc')
        .limit(1)
        .as('seller'),
    )
    .where('orders.id', 'in', withChanges(id))
    .where(sql<boolean>`(orders.change_of is null or orders.paid_at is not null)`)
    .orderBy('orders.change_of', (order) => order.asc().nullsFirst())
    .orderBy('orders.paid_at')
    .execute();

type Paid = Awaited<ReturnType<typeof paidOrders>>[number];

const paymentOf = ({ paid_at, payment_method, words, total }: Paid, lang: Lang, otherwise: Date) => {
  if (payment_method === null) throw new Error('A paid order without a method.');
  const payment_method_name = words ? pickTexts(words, lang).name : payment_method;
  return { date: (paid_at ?? otherwise).toISOString(), payment_method, payment_method_name, amount: total };
};

/** Lines of the ledger for what went back of an order and its changes of date. */
const refundsOf = async (
  { db, sites }: Deps,
  { order_id, site }: Pick<TicketDetails, 'order_id' | 'site'>,
): Promise<Receipt['refunds']> => {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('payments', 'payments.id', 'ledger.payment_id')
    .select(['ledger.at', 'ledger.amount', 'payments.seller'])
    .where('payments.order_id', 'in', withChanges(order_id))
    .where('ledger.kind', '=', 'refund')
    .orderBy('ledger.at')
    .execute();
  return rows.map(({ at, amount, seller }) => {
    const { tax_rate: rate } = seller ?? sellerOf(sites, site);
    return { date: at.toISOString(), amount: 0 - amount, rate, tax: 0 - splitTax(amount, rate).tax };
  });
};

const receiptOf = async (deps: Deps, ticket: TicketDetails, lang: Lang): Promise<Receipt> => {
  const { db, sites } = deps;
  const currentSeller = sellerOf(sites, ticket.site);
  const rows = await paidOrders(db, ticket.order_id);
  const paid = rows.map((row) => ({ ...row, seller: row.seller ?? currentSeller }));
  const [first, ...changes] = paid.map((row) => paymentOf(row, lang, ticket.created_at));
  if (!first) throw new Error('No order.');
  const { amount: _amount, ...payment } = first;
  const { name, invoice_number } = paid[0]?.seller ?? currentSeller;
  const taxes = [...Map.groupBy(paid, ({ seller }) => seller.tax_rate)].map(([rate, orders]) => {
    const amount = orders.reduce((sum, { total }) => sum + total, 0);
    return { rate, amount, tax: taxInside(amount, rate) };
  });
  const { contact_mail, contact_phone } = sites.operationOf(ticket.site).configurations;
  return {
    number: receiptNumberOf(ticket.number),
    reservation_number: ticket.number,
    ...payment,
    sale_type: ticket.sale_type,
    reservation_from: ticket.reservation_from.toISOString(),
    reservation_to: ticket.reservation_to.toISOString(),
    product_name: pickTexts(ticket.words, lang).product_name,
    lines: await linesOf(db, ticket.order_id, lang),
    changes,
    taxes,
    total: taxes.reduce((sum, { amount }) => sum + amount, 0),
    refunds: await refundsOf(deps, ticket),
    issuer: { name, invoice_number, contact_mail, contact_phone },
  };
};

/**
 * The receipt for the whole order, by the token of the buyer's ticket and whatever the state of its other tickets
 * (docs/payments.md#receipt-contents). `readerLang`: by default the ticket's. Throws token_not_found for other
 * tickets, cannot_change_ticket when the ticket was moved (the new link has it) or cancelled.
 */
export const readReceipt = async (
  deps: Deps,
  site: SiteCode,
  token: string,
  readerLang: Lang | undefined,
): Promise<Receipt> => {
  const ticket = await findTicket(deps.db, site, token);
  const detail = ticket.actions.receipt;
  if (detail === 'not_buyer') throw new Problem('token_not_found', { detail });
  if (detail) throw new Problem('cannot_change_ticket', { detail });
  return receiptOf(deps, ticket, readerLang ?? ticket.lang);
};

/**
 * The venue's copy of a receipt, by the buyer's number. Also for tickets whose links are dead, as long as records of sales are
 * stored. Throws OperatorProblem: unknown, part.
 */
export const readReceiptCopy = async (
  deps: Deps,
  typed: string,
  lang: Lang,
  site: SiteCode | null,
): Promise<Receipt> => {
  const numbered = ticketsNumbered(deps.db, reservationNumberOf(typed), site).select('id');
  const [ticket] = await readTickets(deps.db, numbered);
  if (!ticket) throw new OperatorProblem('unknown');
  if (!ticket.isBuyers) throw new OperatorProblem('part', { number: ticket.reservation_number ?? '' });
  return receiptOf(deps, ticket, lang);
};
