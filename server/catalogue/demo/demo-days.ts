import { readCatalogueJson } from '#server/catalogue/read-file.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { addDays, weekdayOf } from '#src/domain/dates.ts';

export type Span = Catalogue['products'][number]['time_spans'][number];

/** The day that the files are written for: a Friday. */
const writtenFor = '2026-11-20';

/** Days on sale from the seed's date on. */
const daysOnSale = 90;

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const later = (moment: string, days: number): string => addDays(moment.slice(0, 10), days) + moment.slice(10);

export const isWeekend = (day: string): boolean => weekdayOf(day) % 6 === 0;
export const dayOf = ({ reservation_from }: Span): string => reservation_from.slice(0, 10);
export const lastDay = (today: string): string => addDays(today, daysOnSale - 1);

/** The first three days are always open and quiet, so that a fresh shop has seats on sale tomorrow. */
export const isFirst = (day: string, first: string): boolean => daysBetween(first, day) < 3;

/** Second and fourth Tuesday of a month. */
const isClosed = (day: string): boolean => weekdayOf(day) === 2 && [2, 4].includes(Math.ceil(Number(day.slice(8)) / 7));

/** The catalogue with all of its dates that many days later. */
export const shifted = (catalogue: Catalogue, days: number): Catalogue =>
  readCatalogueJson(
    JSON.stringify(catalogue).replaceAll(/"(\d{4}-\d\d-\d\d)(?:T[^"]*)?"/g, (text, date: string) =>
      text.replace(date, addDays(date, days)),
    ),
  );

type Days = { today: string; first: string };

/** The timespans of that Friday on other weekdays, and those of the Saturday after it, if there are any, at weekends. */
const spansOn = (written: readonly Span[], { today, first }: Days): Span[] => {
  const start = today === first ? today : addDays(today, -1);
  const days = Array.from({ length: daysBetween(start, today) + daysOnSale }, (_, index) => addDays(start, index));
  const weekend = written.filter((span) => isWeekend(dayOf(span)));
  const usual = written.filter((span) => !isWeekend(dayOf(span)));
  return days
    .filter((day) => isFirst(day, first) || !isClosed(day))
    .flatMap((day) => {
      const pattern = isWeekend(day) && weekend.length > 0 ? weekend : usual;
      return pattern.map((span) => {
        const after = daysBetween(dayOf(span), day);
        return {
          ...span,
          id: span.id.replace(dayOf(span).replaceAll('-', ''), day.replaceAll('-', '')),
          reservation_from: later(span.reservation_from, after),
          reservation_to: later(span.reservation_to, after),
          /* Not by its own day: a demo sells all of its timespans from its beginning. */
          sale_from: later(span.sale_from, daysBetween(writtenFor, first)),
          sale_to: later(span.sale_to, after),
        };
      });
    });
};

/**
 * The catalogue of a file as of `today`, in a demo that began at `first`: with timespans from today on, or from yesterday on in a
 * demo that is older.
 */
export const demoOn = (file: Catalogue, days: Days): Catalogue => {
  const moved = shifted(file, daysBetween(writtenFor, days.today));
  const products = moved.products.map((product, at) =>
    product.sale_type === 'period'
      ? product
      : { ...product, time_spans: spansOn(file.products[at]?.time_spans ?? [], days) },
  );
  return { ...moved, products };
};
