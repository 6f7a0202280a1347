import { toAscii } from '#src/domain/digits.ts';
import { toLine } from '#src/domain/plain-text.ts';

/** A file that cannot be parsed as a table; the message has the position and the fault. */
export class CsvFault extends Error {}

/** A record: its line number in the file and its values by column name. */
export type CsvRow = { line: number; values: Readonly<Record<string, string>> };

/** Longest value of a cell with its quotes, characters. */
const maxCellLength = 10_000;

type Cell = { text: string; line: number };

const fault = (line: number, column: number, what: string): CsvFault =>
  new CsvFault(`Line ${line}, column ${column}: ${what}`);

/**
 * A pattern of a cell for each separator, since spreadsheets of other countries write no comma. It captures the text in quotes or the
 * bare text, and what ends the cell: the separator, a line break or the end of the text.
 */
const cells = {
  ',': /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n?|\n|$)/,
  '\t': /^(?:"((?:[^"]|"")*)"|([^"\t\r\n]*))(\t|\r\n?|\n|$)/,
  ';': /^(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n?|\n|$)/,
};

const separators = [',', '\t', ';'] as const;
const isFilled = (record: readonly Cell[]): boolean => record.some(({ text }) => text.trim() !== '');
/** Some spreadsheets begin a file with `sep=;`. */
const isSeparatorLine = ([cell]: readonly Cell[]): boolean => /^sep=/i.test(cell?.text.trim() ?? '');

/** The separator that the file names, or a comma where the first line with text has one. Throws CsvFault. */
const separatorOf = (text: string): keyof typeof cells => {
  const [before = '', head = ''] = /^[\s,;"]*([^\r\n]*)/.exec(text) ?? [];
  const [, named] = /^sep=(.?)/i.exec(head) ?? [];
  const found = separators.find((one) => (named === undefined ? head.includes(one) : named === one));
  if (found === undefined && named !== undefined)
    throw fault(before.split(/\r\n?|\n/).length, 1, 'sep= must name a comma, a semicolon or a tabulator.');
  return found ?? ',';
};

/** Cells by record (RFC 4180): quoted values may contain separators, line breaks and doubled quotes. Throws CsvFault. */
const recordsOf = (text: string): Cell[][] => {
  const separator = separatorOf(text);
  const pattern = cells[separator];
  const records: Cell[][] = [];
  let record: Cell[] = [];
  let line = 1;
  let offset = 0;
  while (offset < text.length) {
    const column = record.length + 1;
    const [whole, quoted, bare = '', end] = pattern.exec(text.slice(offset, offset + maxCellLength)) ?? [];
    /* A part of a longer value ends where the slice does. */
    const isCut = end === '' && offset + (whole?.length ?? 0) < text.length;
    if (whole === undefined || end === undefined || isCut)
      throw fault(line, column, 'a quote that is not closed or not doubled, or a value that is too long.');
    record.push({ text: quoted?.replaceAll('""', '"') ?? bare, line });
    line += whole.split(/\r\n?|\n/).length - 1;
    offset += whole.length;
    if (end === separator && offset < text.length) continue;
    /* A separator at the end of the text is followed by an empty cell. */
    if (end === separator) record.push({ text: '', line });
    records.push(record);
    record = [];
  }
  return records;
};

type Columns = Readonly<Record<string, readonly string[]>>;

const titleOf = (text: string): string => toAscii(text).trim().toLowerCase();

/**
 * Parses a table whose first line with text names its columns, in any sequence, case and width. `columns`: for each value the
 * accepted column names; `optional`: those that may be missing, whose values are then ''; records without any value are ignored.
 * `unread`: titles of columns that were not read although they have values. Throws CsvFault where a column is missing or repeated,
 * or a record has another number of cells.
 */
export const readCsv = (text: string, columns: Columns, optional: Columns = {}) => {
  const filled = recordsOf(text.replace(/^\uFEFF+/, '')).filter(isFilled);
  const [head, ...records] = filled[0] && isSeparatorLine(filled[0]) ? filled.slice(1) : filled;
  if (!head) throw new CsvFault('The file is empty. Its first line must name the columns.');
  const headLine = head[0]?.line ?? 1;
  const titles = head.map((cell) => titleOf(cell.text));
  const found = head.map((cell) => cell.text.trim()).join(', ');
  const positions = Object.entries({ ...columns, ...optional }).map(([name, accepted]) => {
    const names = new Set(accepted.map(titleOf));
    const [position, repeated] = titles.flatMap((title, index) => (names.has(title) ? [index] : []));
    const column = `column ${accepted.join(' or ')}`;
    if (position === undefined && name in columns)
      throw new CsvFault(`Line ${headLine}: no ${column}. Found: ${found.slice(0, 300)}.`);
    if (repeated !== undefined) throw fault(headLine, repeated + 1, `the ${column} is there twice.`);
    return { name, position };
  });
  const read = new Set(positions.map(({ position }) => position));
  const rows = records.map((record): CsvRow => {
    const line = record[0]?.line ?? 0;
    if (record.length !== head.length)
      throw fault(
        line,
        record.length,
        `the line has ${record.length} values, line ${headLine} names ${head.length} columns.`,
      );
    const cells = positions.map(({ name, position = -1 }) => [name, record[position]?.text.trim() ?? '']);
    return { line, values: Object.fromEntries(cells) };
  });
  const unread = head.flatMap(({ text: title }, index) => {
    const hasValues = !read.has(index) && records.some((record) => record[index]?.text.trim() !== '');
    return hasValues ? [title.trim() || `number ${index + 1}`] : [];
  });
  return { rows, unread };
};

/** A cell of plain text. Formulas of a spreadsheet begin with these characters, also full-width and after blanks: they are shown as text. */
export const textCell = (text: string): string =>
  `"${toLine(text)
    .replace(/^\s*[=+\-@＝＋－＠]/, "'$&")
    .replaceAll('"', '""')}"`;

/** A table of finished cells (RFC 4180). */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');
