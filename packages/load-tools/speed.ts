/**
 * `npm run tool -- load speed`: how fast the first screen is on a slow phone, and the steps of a purchase, beside a bare React page.
 * Ratios of paired runs, and the bars of docs/architecture.md#bar-speed; times mean something on a quiet machine only. Needs a build.
 * `-- --runs 7`.
 */
import { startRealServer } from 'ticket-store/test/browser/kit/host.ts';
import { parseOptions } from 'ticket-store/test/tools/parse-options.ts';
import { median } from './bench/load.ts';
import { floorEntry, orderEntry } from './speed/entries.ts';
import { type Figures, run } from './speed/load.ts';
import { serveFloor } from './speed/serve-floor.ts';

const { values } = parseOptions({ options: { runs: { type: 'string', default: '7' } } });
if (!(Number(values.runs) > 0)) {
  console.error(`--runs: ${values.runs} is no number above 0.`);
  process.exit(2);
}
/** A slow phone and its network: CPU divisor, kbit/s, ms. */
const conditions = { cpu: 4, down: 1600, up: 750, latency: 150 };

/** `ratio`: to the floor of the same run; `request`: at most that much more than one request of the same run, ms. */
type Row = { title: string; figure: keyof Figures; kind: 'ratio' | 'plain' | 'request'; limit: number };
const rows: readonly Row[] = [
  { title: 'first contentful paint', figure: 'fcp', kind: 'ratio', limit: 0.65 },
  { title: 'largest contentful paint', figure: 'lcp', kind: 'ratio', limit: 0.65 },
  { title: 'reacts', figure: 'reacts', kind: 'ratio', limit: 0.7 },
  { title: 'second press', figure: 'second', kind: 'ratio', limit: 2.2 },
  { title: 'visible but unresponsive, ms', figure: 'unresponsive', kind: 'plain', limit: 80 },
  { title: 'script until the second press is answered', figure: 'script', kind: 'ratio', limit: 3 },
  { title: 'blocking of the main thread', figure: 'blocking', kind: 'ratio', limit: 5 },
  { title: 'longest task, ms', figure: 'longestTask', kind: 'plain', limit: 150 },
  { title: 'JavaScript before the second press, KiB', figure: 'scripts', kind: 'plain', limit: 133 },
  { title: 'requests before it, pictures apart', figure: 'requests', kind: 'plain', limit: 6 },
  { title: 'heap, MB', figure: 'heap', kind: 'plain', limit: 5.1 },
  { title: 'layout shift', figure: 'shift', kind: 'plain', limit: 0 },
  { title: 'second visit, reacts', figure: 'again', kind: 'ratio', limit: 0.5 },
  { title: 'day → times, ms', figure: 'day', kind: 'request', limit: 100 },
  { title: 'choice → details, ms', figure: 'details', kind: 'request', limit: 100 },
  { title: 'details → payment, ms', figure: 'payment', kind: 'request', limit: 100 },
  { title: 'review → ticket, nothing to pay, ms', figure: 'ticket', kind: 'request', limit: 100 },
  { title: 'review → ticket, by card, ms', figure: 'ticketByCard', kind: 'request', limit: 100 },
  { title: 'waiting in a whole purchase, s', figure: 'waits', kind: 'plain', limit: 2 },
];
type Pair = { floor: Figures; shop: Figures };
const of = (figures: Figures, name: keyof Figures): number => figures[name] ?? Number.NaN;
/** The figure of one run that a row compares with its bar. A second visit is measured against the floor's first; a floor of 0 ms is 1 ms. */
const valueIn = ({ floor, shop }: Pair, { figure, kind }: Row): number => {
  if (kind === 'ratio') return of(shop, figure) / Math.max(of(floor, figure === 'again' ? 'reacts' : figure), 1);
  return of(shop, figure) - (kind === 'request' ? of(shop, 'request') : 0);
};

const floor = await serveFloor();
const shop = await startRealServer();
const entries = {
  floor: floorEntry(floor.url),
  shop: await orderEntry(shop.url),
};

const pairs: Pair[] = [];
for (let count = 0; count < Number(values.runs); count += 1) {
  const pair = { floor: await run(entries.floor, conditions), shop: await run(entries.shop, conditions) };
  pairs.push(pair);
  console.error(`run ${count + 1}: floor ${pair.floor.reacts.toFixed(0)} ms, shop ${pair.shop.reacts.toFixed(0)} ms`);
}
await floor.close();
await shop.close();

const text = (value: number) => value.toFixed(Math.abs(value) < 20 ? 2 : 0);
console.log(`${pairs.length} runs; CPU / ${conditions.cpu}, ${conditions.down} kbit/s, ${conditions.latency} ms\n`);
for (const row of rows) {
  const found = pairs.map((pair) => valueIn(pair, row));
  const value = median(found);
  const bar = `≤ ${row.kind === 'request' ? `one request + ${row.limit} ms` : row.limit}`;
  const verdict = value <= row.limit ? 'met' : 'MISSED';
  const whole = row.kind === 'request' ? median(pairs.map((pair) => of(pair.shop, row.figure))) : value;
  const range = `${text(Math.min(...found))}–${text(Math.max(...found))}`;
  console.log(`${row.title.padEnd(44)}${text(whole).padStart(7)}  ${bar.padEnd(24)}${verdict.padEnd(6)}  ${range}`);
}
console.log(`\none request: ${text(median(pairs.map((pair) => of(pair.shop, 'request'))))} ms`);
