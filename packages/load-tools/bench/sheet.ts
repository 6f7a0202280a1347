import { failureText, median, quantile, type Sample } from './load.ts';

/** A figure; `atMost` and `atLeast` are limits that it must keep. */
type Measurement = { value: number; unit: string; atMost?: number; atLeast?: number; remark?: string };

const isMissed = ({ value, atMost = Infinity, atLeast = -Infinity }: Measurement): boolean =>
  !(value <= atMost && value >= atLeast);

const shown = (row: Measurement) => ({
  value: Number(row.value.toPrecision(3)),
  unit: row.unit,
  bar: row.atMost === undefined ? (row.atLeast === undefined ? '' : `≥ ${row.atLeast}`) : `≤ ${row.atMost}`,
  remark: `${isMissed(row) ? 'MISSED ' : ''}${row.remark ?? ''}`,
});

/** Collects the figures of a run, to print them at its end. */
export const createSheet = () => {
  const rows = new Map<string, Measurement>();
  const row = (what: string, value: number, unit: string, more: Omit<Measurement, 'value' | 'unit'> = {}) => {
    rows.set(what, { value, unit, ...more });
    process.stderr.write('.');
  };
  return {
    row,
    /** Adds median and high quantiles of a sample (high ones are NaN if any run failed); returns the median in ms. */
    spread: (what: string, sample: Sample, bars: { p95?: number; p99?: number } = {}): number => {
      const { times, failures } = sample;
      const highQuantile = (share: number) => (failures.size > 0 ? Number.NaN : quantile(times, share));
      const remark = failureText(sample);
      row(`${what}, p50`, quantile(times, 0.5), 'ms');
      row(`${what}, p95`, highQuantile(0.95), 'ms', { remark, ...(bars.p95 ? { atMost: bars.p95 } : {}) });
      if (bars.p99) row(`${what}, p99`, highQuantile(0.99), 'ms', { remark, atMost: bars.p99 });
      return median(times);
    },
    print: (): void => console.table(Object.fromEntries([...rows].map(([what, one]) => [what, shown(one)]))),
    isMissed: (): boolean => [...rows.values()].some(isMissed),
  };
};
