import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { couponOfUse, orderNumber } from '#server/db/scoped.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { sellerOf } from '#server/tickets/receipt.ts';
import { addDays, venueTime } from '#src/domain/dates.ts';
import { splitTax } from '#src/domain/money.ts';
import { receiptNumberOf } from '#src/domain/receipt.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Lines of the ledger that are read at once. */
const maxLines = 10_000;

/** Days of the venues, both included; `site`: null for all. */
type Range = { site: SiteCode | null; from: string; to: string };

/** A line by its place: microseconds, payment and kind, by which the ledger is sorted. */
export const cursorPattern = /^(\d{16})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([a-z]{4,8})$/;

const midnight = (day: string) => sql<Date>`(${day}::timestamp at time zone 'Asia/Tokyo')`;

const ledgerOf = (db: Db, { site, from, to }: Range) =>
  db
    .selectFrom('ledger')
    .where('ledger.at', '>=', midnight(from))
    .where('ledger.at', '<', midnight(addDays(to, 1)))
    .$if(site !== null, (query) => query.where('ledger.site', '=', site));

const isAfter = (cursor: string) => {
  const [, micros, id, kind] = cursorPattern.exec(cursor) ?? [];
  return sql<boolean>`(ledger.at, ledger.payment_id, ledger.kind)
    > (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid, ${kind}::text)`;
};

const surcharge = sql<number | null>`(select sum(count * surcharge)::int from order_lines
  where order_id = orders.id and orders.change_of is null)`;
const cursor = sql<string>`concat_ws('_', (extract(epoch from ledger.at) * 1000000)::bigint, ledger.payment_id, ledger.kind)`;

const rowsOf = (db: Db, range: Range, after: string | undefined) =>
  ledgerOf(db, range)
    .innerJoin('payments', 'payments.id', 'ledger.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('coupon_uses', 'coupon_uses.order_id', 'orders.id')
    .leftJoin('coupons', (join) => join.on(couponOfUse))
    .select(['ledger.at', 'ledger.site', 'ledger.kind', 'ledger.amount', 'part_id', 'payments.method', 'provider_id'])
    .select(['payments.seller', orderNumber.as('reservation_number'), 'coupons.code', 'coupon_uses.discount'])
    .select([surcharge.as('surcharge'), cursor.as('cursor')])
    .$if(after !== undefined, (query) => query.where(isAfter(after ?? '')))
    .orderBy('ledger.at')
    .orderBy('ledger.payment_id')
    .orderBy('ledger.kind')
    .limit(maxLines + 1)
    .execute();

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/**
 * A line, in yen. `coupon_yen` was deducted before `gross`; `surcharge_yen` is a part of `gross`, null where an earlier release did
 * not store it. Both are 0 for a partial refund. Money without a sale (`late`, `returned`) has no receipt, tax or contents.
 */
const lineOf = (sites: Sites, { at, site, kind, amount: gross, reservation_number: number, ...row }: Row) => {
  const isSold = kind === 'sale' || kind === 'refund';
  const isWhole = isSold && row.part_id === null;
  const { tax_rate } = row.seller ?? sellerOf(sites, site);
  /* `0 - yen`, since `-yen` would be -0 for 0. */
  const signed = (yen: number | null) => (yen !== null && gross < 0 ? 0 - yen : yen);
  return {
    date: venueTime(at.getTime()).replace('T', ' '),
    site,
    kind,
    order_number: number,
    receipt_number: isSold && number !== null ? receiptNumberOf(number) : null,
    payment_method: row.method,
    tax_rate: isSold ? tax_rate : null,
    gross,
    ...splitTax(gross, isSold ? tax_rate : 0),
    coupon: isSold ? row.code : null,
    coupon_yen: isWhole ? signed(row.discount ?? 0) : 0,
    surcharge_yen: isWhole ? signed(row.surcharge) : 0,
    provider_id: row.provider_id,
  };
};

/** A line of the ledger with what was sold. */
export type SalesLine = ReturnType<typeof lineOf>;

/**
 * Reads the ledger of days, a page at a time from the line `after` on, and its sums over all pages: yen `taken`, and given `back`.
 * `next`: `after` of the next page; null on the last one. Lines are never changed, so a page of past days is the same every time.
 */
export const readSales = async ({ db, sites }: { db: Db; sites: Sites }, range: Range, after?: string) => {
  const sums = await ledgerOf(db, range)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(amount) filter (where kind in ('sale', 'late')), 0)::float8`.as('taken'),
      sql<number>`coalesce(0 - sum(amount) filter (where kind in ('refund', 'returned')), 0)::float8`.as('back'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await rowsOf(db, range, after);
  const shown = rows.slice(0, maxLines);
  const next = rows.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { ...sums, next, lines: shown.map((row) => lineOf(sites, row)) };
};
