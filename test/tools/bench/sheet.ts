import { median, quantile, type Sample, toldOf } from './load.ts';

/** One figure; `atMost` and `atLeast` are limits that it must keep. */
type Row = { what: string; value: number; unit: string; atMost?: number; atLeast?: number; note?: string };

const figure = ({ value }: Row): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

const isMissed = ({ value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Row): boolean =>
  !(value <= atMost && value >= atLeast);

const barOf = (row: Row): string => {
  const bar = row.atMost === undefined ? row.atLeast : row.atMost;
  if (bar === undefined) return '';
  return `  at ${row.atMost === undefined ? 'least' : 'most'} ${bar}${isMissed(row) ? '  MISSED' : ''}`;
};

/** Collects the figures of a run, to print them at its end. */
export const createSheet = () => {
  const rows: Row[] = [];
  const row = (what: string, value: number, unit: string, more: Pick<Row, 'atMost' | 'atLeast' | 'note'> = {}) => {
    rows.push({ what, value, unit, ...more });
    process.stderr.write('.');
  };
  return {
    row,
    /** Adds median and high quantiles of a sample (high ones are NaN if any run failed); returns the median in ms. */
    spread: (what: string, sample: Sample, bars: { p95?: number; p99?: number } = {}): number => {
      const { times, failures } = sample;
      const of = (share: number) => (failures.size > 0 ? Number.NaN : quantile(times, share));
      const note = toldOf(sample);
      row(`${what}, p50`, quantile(times, 0.5), 'ms');
      row(`${what}, p95`, of(0.95), 'ms', { note, ...(bars.p95 ? { atMost: bars.p95 } : {}) });
      if (bars.p99) row(`${what}, p99`, of(0.99), 'ms', { note, atMost: bars.p99 });
      return median(times);
    },
    /** The table as text. */
    text: (): string => {
      const wide = Math.max(...rows.map(({ what }) => what.length));
      return rows
        .map((line) => {
          const value = `${figure(line).padStart(7)} ${line.unit.padEnd(5)}`;
          return `${line.what.padEnd(wide)}  ${value}${barOf(line)}${line.note ? `  ${line.note}` : ''}`.trimEnd();
        })
        .join('\n');
    },
    isMissed: (): boolean => rows.some(isMissed),
  };
};
