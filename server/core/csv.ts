/** A file that cannot be parsed as a table; the message has the position and the fault. */
export class CsvFault extends Error {}

/** One record: its line number in the file and its values by column name. */
export type CsvRow = { line: number; values: Readonly<Record<string, string>> };

type Cell = { text: string; line: number };

const fault = (line: number, column: number, what: string): CsvFault =>
  new CsvFault(`Line ${line}, column ${column}: ${what}`);

/** A cell and its end, by what stands between the values: spreadsheets of other countries write no comma. */
const cells = {
  ',': /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n?|\n|$)/,
  '\t': /^(?:"((?:[^"]|"")*)"|([^"\t\r\n]*))(\t|\r\n?|\n|$)/,
  ';': /^(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n?|\n|$)/,
};

/** What stands between the values: a comma where the first line has one. */
const separatorOf = (text: string): keyof typeof cells => {
  const [head = ''] = text.split(/[\r\n]/, 1);
  return ([',', '\t', ';'] as const).find((sign) => head.includes(sign)) ?? ',';
};

/** Cells by record (RFC 4180): quoted values may contain separators, line breaks and doubled quotes. Throws CsvFault. */
const recordsOf = (text: string): Cell[][] => {
  const separator = separatorOf(text);
  const pattern = cells[separator];
  const records: Cell[][] = [];
  let record: Cell[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const start = line;
    const column = record.length + 1;
    const [whole, quoted, bare = '', end] = pattern.exec(text.slice(at, at + longestCell)) ?? [];
    if (whole === undefined || end === undefined)
      throw fault(line, column, 'a quote that is not closed or not doubled, or a value that is too long.');
    record.push({ text: quoted?.replaceAll('""', '"') ?? bare, line: start });
    line += whole.split(/\r\n?|\n/).length - 1;
    at += whole.length;
    if (end === separator && at < text.length) continue;
    if (end === separator) record.push({ text: '', line });
    records.push(record);
    record = [];
  }
  return records;
};

/** Longest value of a cell with its quotes, characters. */
const longestCell = 10_000;

type Columns = Readonly<Record<string, readonly string[]>>;

/**
 * Parses a table whose first line names its columns, in any sequence and case. `columns`: for each value the accepted column
 * names; `optional`: those that may be missing, whose values are then ''; other columns are ignored, and so are records without
 * any value. Throws CsvFault where a column is missing or repeated, or a record has another number of cells.
 */
export const readCsv = (text: string, columns: Columns, optional: Columns = {}): CsvRow[] => {
  const [head, ...records] = recordsOf(text.replace(/^\uFEFF/, ''));
  if (!head) throw new CsvFault('The file is empty. Its first line must name the columns.');
  const titles = head.map((cell) => cell.text.trim());
  const places = Object.entries({ ...columns, ...optional }).map(([name, known]) => {
    const names = new Set(known.map((title) => title.toLowerCase()));
    const found = titles.flatMap((title, index) => (names.has(title.toLowerCase()) ? [index] : []));

    const [place, again] = found;
    if (place === undefined && name in columns)
      throw new CsvFault(`Line 1: no column ${known.join(' or ')}. Found: ${titles.join(', ').slice(0, 300)}.`);
    if (again !== undefined) throw fault(1, again + 1, `the column ${known.join(' or ')} is there twice.`);
    return [name, place] as const;
  });
  return records
    .filter((record) => record.some((cell) => cell.text.trim() !== ''))
    .map((record) => {
      const line = record[0]?.line ?? 0;
      if (record.length !== head.length)
        throw fault(line, record.length, `the line has ${record.length} values, the first line ${head.length}.`);
      return {
        line,
        values: Object.fromEntries(places.map(([name, place]) => [name, record[place ?? -1]?.text.trim() ?? ''])),
      };
    });
};
