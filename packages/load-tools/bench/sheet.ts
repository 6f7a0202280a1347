import { failureText, median, quantile, type Sample } from './load.ts';

/** A figure; `atMost` and `atLeast` are limits that it must keep. */
type Measurement = { what: string; value: number; unit: string; atMost?: number; atLeast?: number; remark?: string };

const figure = ({ value }: Measurement): string =>
  value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);

const isMissed = ({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Measurement): boolean => !(value <= atMost && value >= atLeast);

const barOf = (row: Measurement): string => {
  const bar = row.atMost === undefined ? row.atLeast : row.atMost;
  if (bar === undefined) return '';
  return `  at ${row.atMost === undefined ? 'least' : 'most'} ${bar}${isMissed(row) ? '  MISSED' : ''}`;
};

/** Collects the figures of a run, to print them at its end. */
export const createSheet = () => {
  const rows: Measurement[] = [];
  const row = (
    what: string,
    value: number,
    unit: string,
    more: Pick<Measurement, 'atMost' | 'atLeast' | 'remark'> = {},
  ) => {
    rows.push({ what, value, unit, ...more });
    process.stderr.write('.');
  };
  return {
    row,
    /** Adds median and high quantiles of a sample (high ones are NaN if any run failed); returns the median in ms. */
    spread: (what: string, sample: Sample, bars: { p95?: number; p99?: number } = {}): number => {
      const { times, failures } = sample;
      const of = (share: number) => (failures.size > 0 ? Number.NaN : quantile(times, share));
      const remark = failureText(sample);
      row(`${what}, p50`, quantile(times, 0.5), 'ms');
      row(`${what}, p95`, of(0.95), 'ms', { remark, ...(bars.p95 ? { atMost: bars.p95 } : {}) });
      if (bars.p99) row(`${what}, p99`, of(0.99), 'ms', { remark, atMost: bars.p99 });
      return median(times);
    },
    /** The table as text. */
    text: (): string => {
      const wide = Math.max(...rows.map(({ what }) => what.length));
      return rows
        .map((line) => {
          const value = `${figure(line).padStart(7)} ${line.unit.padEnd(5)}`;
          return `${line.what.padEnd(wide)}  ${value}${barOf(line)}${line.remark ? `  ${line.remark}` : ''}`.trimEnd();
        })
        .join('\n');
    },
    isMissed: (): boolean => rows.some(isMissed),
  };
};
