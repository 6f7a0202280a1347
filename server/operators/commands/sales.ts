import * as v from 'valibot';
import { textCell, writeCsv } from '#server/core/csv.ts';
import { cursorPattern, readSales, type SalesLine } from '#server/payments/sales.ts';
import { invalid } from '#server/shared/problem.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { yenDigits } from '#src/domain/money.ts';
import { Seats, Yen } from '#src/domain/product.ts';
import { DayOf } from './fields.ts';
import { operation, reading } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { filled } from './texts.ts';

/** Days of a range: a leap year. */
const maxDays = 366;

/** Throws invalid_input for days that no ledger can have, or too many. */
const mustBeRange = (from: string, to: string): void => {
  const today = venueDay(Date.now());
  if (from > to) throw invalid('from', `${from} is after ${to}: write the earlier day as from, the later one as to.`);
  if (from > today) throw invalid('from', `${from} is still to come: today is ${today}. Write a day that has begun.`);
  const last = addDays(from, maxDays - 1);
  if (to > last) throw invalid('to', `More than ${maxDays} days: write at most ${last}, and ask again for the rest.`);
};

const columns = [
  ...(['date', 'site', 'kind', 'order_number', 'receipt_number', 'payment_method', 'tax_rate', 'gross'] as const),
  ...(['net', 'tax', 'coupon', 'coupon_yen', 'surcharge_yen', 'provider_id'] as const),
] satisfies (keyof SalesLine)[];

/** Numbers stand without quotes, so that a spreadsheet adds them up and a minus begins no formula. */
const cellOf = (value: string | number | null): string | number =>
  typeof value === 'string' ? textCell(value) : (value ?? '');

/** The lines as a table. With the mark of UTF-8 a spreadsheet in Japan does not take it for Shift_JIS. */
const csvOf = (lines: readonly SalesLine[], isFirst: boolean): string =>
  (isFirst ? `\uFEFF${writeCsv([columns])}` : '') +
  writeCsv(lines.map((line) => columns.map((name) => cellOf(line[name]))));

export const salesOperations = {
  sales: operation({
    does: 'Lists the money that was taken and given back on days of the venue, as a table (CSV): a line for each time that it moved.',
    details:
      'Yen, tax included; what went back is negative, on the day on which the provider accepted the refund. The tax is that of the receipt. A free order is a sale of 0. late, returned: money that came too late for its order and went back, without a receipt. The command writes all pages; a program calls again with `after` until `next` is null, and puts the tables behind each other.',
    ...reading,
    cli: { out: 'csv' },
    input: v.object({
      from: DayOf('First day of the venue, YYYY-MM-DD.'),
      to: DayOf('Last day of the venue, YYYY-MM-DD.'),
      after: v.optional(
        v.pipe(
          v.string(),
          v.regex(cursorPattern, 'must be `next` of the reply before'),
          v.description('Lines after those of an earlier reply: its `next`.'),
        ),
      ),
    }),
    reply: { count: Seats, taken: Yen, back: Yen, csv: v.string(), next: v.nullable(v.string()) },
    run: async ({ deps, site }, { from, to, after }) => {
      mustBeRange(from, to);
      const { lines, ...facts } = await readSales(deps, { site, from, to }, after);
      const sums = { from, to, count: facts.count, taken: yenDigits(facts.taken), back: yenDigits(facts.back) };
      return { text: filled(texts.sales, sums), facts: { ...facts, csv: csvOf(lines, after === undefined) } };
    },
  }),
};
