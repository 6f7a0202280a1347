import { CsvFault, type CsvRow, readCsv } from '#server/core/csv.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { toAscii } from '#src/domain/digits.ts';
import { CatalogueFault } from './fault.ts';
import type { Source } from './import.ts';
import { describeIssue } from './issues.ts';
import { type Catalogue, readTimeSpan } from './schema.ts';

type Span = Catalogue['products'][number]['time_spans'][number];

const columns = {
  from: ['from', 'start', 'reservation_from', '開始', '開始時刻', '開始日時'],
  to: ['to', 'end', 'reservation_to', '終了', '終了時刻', '終了日時'],
  capacity: ['capacity', 'seats', '定員', '在庫', '枠数'],
};
const optional = {
  product: ['product', 'product_uuid', '商品', '商品ID'],
  id: ['id', 'time_span_id', '枠ID'],
  day: ['day', 'date', '日付', '来場日'],
  surcharge: ['surcharge', '追加料金'],
  sale_from: ['sale_from', '販売開始'],
  sale_to: ['sale_to', '販売終了'],
};

/** `2026-12-01`, `2026/12/1` or `2026年12月1日` as YYYY-MM-DD; null for anything else, and for days that do not exist. */
const dayOf = (text: string): string | null => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:\([^)]*\))?$/.exec(text) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const exists = year >= '1970' && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1;
  return exists && addDays(`${written.slice(0, 7)}-01`, Number(day) - 1) === written ? written : null;
};

/** A venue's time of a day, `9:00` or with a day before it, as ISO 8601; 24:00 is the end of the day. */
const momentOf = (text: string, day: string): string | null => {
  if (text.includes('T') && /(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return text;
  const [, ownDay = day, hour = '', minute = '', second = '00'] =
    /^(?:(\S+?)[ T])?(\d{1,2})[:時](\d{2})(?:[:分](\d{2}))?分?$/.exec(text) ?? [];
  const on = dayOf(ownDay);
  if (on === null || hour === '' || Number(hour) > 24) return null;
  const isMidnight = Number(hour) === 24;
  return `${isMidnight ? addDays(on, 1) : on}T${isMidnight ? '00' : hour.padStart(2, '0')}:${minute}:${second}+09:00`;
};

const numberOf = (text: string): number | null => {
  /* A comma elsewhere is a decimal one, or a slip: 12,5 is not 125. */
  const isNumber = /^-?\d{1,9}$/.test(text) || /^-?\d{1,3}(,\d{3}){1,2}$/.test(text);
  return isNumber ? Number(text.replaceAll(',', '')) : null;
};

type Row = { line: number; product: string; span: Span };
type Known = { uuid: string; sale_from: string; byId: Map<string, Span>; byStart: Map<number, Span> };

const instant = (moment: string): number => new Date(moment).getTime();

/** The id that the product's timespan with this start has, or one made of product and start; it has 128 characters at most. */
const idOf = ({ uuid, byStart }: Known, from: string): string =>
  byStart.get(instant(from))?.id ??
  `${uuid.slice(0, 110)}-${from.slice(0, 10).replaceAll('-', '')}-${from.slice(11, 16).replace(':', '')}`;

/** Parses a line into a timespan, or its faults. Fields without a column stay as they are. */
const readRow = ({ line, values }: CsvRow, products: ReadonlyMap<string, Known>): Row | string[] => {
  const cell = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, toAscii(text).trim()]));
  const { product: named = '', day = '', from = '', to = '', capacity = '', surcharge = '' } = cell;
  const only = named === '' && products.size === 1 ? [...products.values()][0] : undefined;
  const product = only ?? products.get(named);
  if (!product)
    return [
      `line ${line}: ${named === '' ? 'the product is missing' : `there is no product ${named}`}. Write its uuid.`,
    ];
  const faults: string[] = [];
  const need = <T>(value: T | null, column: string, text: string, demand: string): T | undefined => {
    if (value === null)
      faults.push(`line ${line}: ${column} must be ${demand}; it is ${text === '' ? 'empty' : `“${text}”`}.`);
    return value ?? undefined;
  };
  const time = 'a time such as 9:30 with a day, 2026-12-01';
  const reservation_from = need(momentOf(from, day), 'from', `${day} ${from}`.trim(), time);
  const reservation_to = need(momentOf(to, day), 'to', `${day} ${to}`.trim(), time);
  const seats = need(numberOf(capacity), 'capacity', capacity, 'a whole number');
  const extra = surcharge === '' ? undefined : need(numberOf(surcharge), 'surcharge', surcharge, 'a whole number');
  const [saleFrom, saleTo] = (['sale_from', 'sale_to'] as const).map((name) =>
    cell[name] === undefined || cell[name] === '' ? undefined : need(momentOf(cell[name], day), name, cell[name], time),
  );
  if (faults.length > 0 || reservation_from === undefined) return faults;
  if (saleFrom === undefined && reservation_to !== undefined && venueDay(reservation_to) < product.sale_from)
    return [
      `line ${line}: the slot is over before the product is on sale, from ${product.sale_from}. Correct the day, or write sale_from.`,
    ];
  const id = cell.id || idOf(product, reservation_from);
  const stored = product.byId.get(id);
  /* A sale that ended with its slot moves with the slot's new end. */
  const storedSaleTo = stored?.sale_to === stored?.reservation_to ? undefined : stored?.sale_to;
  const read = readTimeSpan({
    id,
    reservation_from,
    reservation_to,
    sale_from: saleFrom ?? stored?.sale_from ?? `${product.sale_from}T00:00:00+09:00`,
    sale_to: saleTo ?? storedSaleTo ?? reservation_to,
    capacity: seats,
    surcharge: extra ?? stored?.surcharge ?? 0,
  });
  if (!read.success)
    return read.issues.map((issue) => describeIssue(issue, (path) => `line ${line}${path && `, ${path}`}`));
  return { line, product: product.uuid, span: read.output };
};

const dayIn = ({ reservation_from }: Span): string => venueDay(reservation_from);

/** Ids on two lines, and ids that belong to a day of a product which the table does not replace. */
const clashes = (rows: readonly Row[], { products }: Catalogue): string[] => {
  const storedDays = new Map(
    products.flatMap(({ uuid, time_spans }) => time_spans.map((span) => [span.id, `${uuid} ${dayIn(span)}`] as const)),
  );
  const replacedDays = new Set(rows.map(({ product, span }) => `${product} ${dayIn(span)}`));
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, span }) => {
    const before = lines.get(span.id);
    lines.set(span.id, line);
    if (before !== undefined) return [`line ${line}: timespan ${span.id} is on line ${before} already.`];
    const storedDay = storedDays.get(span.id);
    return storedDay !== undefined && !replacedDays.has(storedDay)
      ? [`line ${line}: ${span.id} is the timespan of another day or product. Give this one another id.`]
      : [];
  });
};

/**
 * Changes a catalogue by a table of timespans and capacities (docs/operations.md#catalogue-files). The table says all about each
 * day of a product that it names; everything else stays. Throws CatalogueFault with the lines that are wrong.
 */
export const applySpansCsv = (text: string, catalogue: Catalogue): Source => {
  let table: ReturnType<typeof readCsv>;
  try {
    table = readCsv(text, columns, optional);
  } catch (thrown) {
    if (thrown instanceof CsvFault) throw new CatalogueFault(thrown.message);
    throw thrown;
  }
  const known = new Map(
    catalogue.products.map(({ uuid, sale_from, time_spans }) => {
      const byId = new Map(time_spans.map((span) => [span.id, span]));
      const byStart = new Map(time_spans.map((span) => [instant(span.reservation_from), span]));
      return [uuid, { uuid, sale_from, byId, byStart }];
    }),
  );
  const read = table.rows.map((row) => readRow(row, known));
  const rows = read.flatMap((row) => (Array.isArray(row) ? [] : [row]));
  const faults = read.flatMap((row) => (Array.isArray(row) ? row : []));
  if (table.rows.length === 0) faults.push('The table has no lines below its first one.');
  if (faults.length > 0) throw new CatalogueFault(...faults);
  const clashing = clashes(rows, catalogue);
  if (clashing.length > 0) throw new CatalogueFault(...clashing);
  const lines = new Map(rows.map(({ line, span }) => [span.id, line]));
  const products = catalogue.products.map((product) => {
    const own = rows.filter((row) => row.product === product.uuid).map(({ span }) => span);
    const days = new Set(own.map(dayIn));
    return { ...product, time_spans: [...product.time_spans.filter((span) => !days.has(dayIn(span))), ...own] };
  });
  const label = (path: string) => {
    const [, at = '', index = ''] = /^products\/(\d+)\/time_spans\/(\d+)/.exec(path) ?? [];
    const line = lines.get(products[Number(at)]?.time_spans[Number(index)]?.id ?? '');
    return line === undefined ? path : `line ${line}`;
  };
  return {
    catalogue: { ...catalogue, products },
    label,
    warnings: table.unread.map((title) => `the column ${title} is not read.`),
  };
};
