/**
 * `npm run tool -- speed`: how fast the first screen is on a slow phone, and the steps of a purchase, beside a bare React page.
 * Ratios of paired runs, and the bars of docs/architecture.md#bar-speed; times mean something on a quiet machine only. Needs a build.
 * `-- --runs 7`, `--cpu 4`, `--down 1600`, `--up 750`, `--latency 150`, `--json <file>`, `--url <shop>` for a shop that runs.
 */
import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { apiPrefix } from '#src/api/contract/index.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import { monthOf, venueDay } from '#src/domain/dates.ts';
import { timed } from '#test/api/kit/buyer.ts';
import { startRealServer } from '#test/browser/kit/host.ts';
import { median } from './bench/load.ts';
import { parseOptions } from './parse-options.ts';
import { type Entry, type Figures, run } from './speed/load.ts';
import { serveFloor } from './speed/serve-floor.ts';
import { purchaseSteps } from './speed/steps.ts';

const { values } = parseOptions({
  options: {
    runs: { type: 'string', default: '7' },
    cpu: { type: 'string', default: '4' },
    down: { type: 'string', default: '1600' },
    up: { type: 'string', default: '750' },
    latency: { type: 'string', default: '150' },
    json: { type: 'string' },
    url: { type: 'string' },
  },
});
const conditions = {
  cpu: Number(values.cpu),
  down: Number(values.down),
  up: Number(values.up),
  latency: Number(values.latency),
};

/** `ratio`: to the floor of the same run; `request`: at most that much more than one request of the same run, ms. */
type Row = { title: string; figure: string; kind: 'ratio' | 'plain' | 'request'; most: number };
const rows: readonly Row[] = [
  { title: 'first contentful paint', figure: 'fcp', kind: 'ratio', most: 0.55 },
  { title: 'largest contentful paint', figure: 'lcp', kind: 'ratio', most: 0.65 },
  { title: 'reacts', figure: 'reacts', kind: 'ratio', most: 0.7 },
  { title: 'second press', figure: 'second', kind: 'ratio', most: 1.7 },
  { title: 'deaf, ms', figure: 'deaf', kind: 'plain', most: 80 },
  { title: 'script until the second press is answered', figure: 'script', kind: 'ratio', most: 3 },
  { title: 'blocking of the main thread', figure: 'blocking', kind: 'ratio', most: 5 },
  { title: 'longest task, ms', figure: 'longest', kind: 'plain', most: 150 },
  { title: 'JavaScript before the second press, KiB', figure: 'scripts', kind: 'plain', most: 95 },
  { title: 'requests before it, pictures apart', figure: 'requests', kind: 'plain', most: 6 },
  { title: 'heap, MB', figure: 'heap', kind: 'plain', most: 3.2 },
  { title: 'layout shift', figure: 'shift', kind: 'plain', most: 0 },
  { title: 'second visit, reacts', figure: 'again', kind: 'ratio', most: 0.5 },
  { title: 'day → times, ms', figure: 'day', kind: 'request', most: 100 },
  { title: 'choice → details, ms', figure: 'details', kind: 'request', most: 100 },
  { title: 'details → payment, ms', figure: 'payment', kind: 'request', most: 100 },
];

type Pair = { floor: Figures; shop: Figures };
const of = (figures: Figures, name: string): number => figures[name] ?? Number.NaN;
/** What a row compares with its bar, in one run. A second visit is measured against the floor's first. */
const valueIn = ({ floor, shop }: Pair, { figure, kind }: Row): number => {
  if (kind === 'ratio') return of(shop, figure) / of(floor, figure === 'again' ? 'reacts' : figure);
  return of(shop, figure) - (kind === 'request' ? of(shop, 'request') : 0);
};

const floor = await serveFloor();
const shop = values.url ? null : await startRealServer();
const url = values.url ?? shop?.url ?? '';
/** The last day of this month that is shown with free times. */
const freeDay = async (): Promise<string> => {
  const today = venueDay(Date.now());
  const query = new URLSearchParams({ lang: 'en', product_uuid: timed, from: today, to: monthOf(today).to });
  const reply = await fetch(`${url}${apiPrefix}/products/search?${query}`);
  const { days } = v.parse(searchProducts.reply, await reply.json());
  return days.findLast(({ state }) => state === 'plenty')?.date ?? today;
};
const add = 'li button';
const entries: { floor: Entry; shop: Entry } = {
  floor: { url: floor.url, controls: { first: add, firstAnswer: '#go', second: '#go', secondAnswer: '#go' } },
  shop: {
    url: `${url}/?lang=en`,
    controls: {
      first: `[data-event="product.choose"][data-key="${timed}"]`,
      firstAnswer: '[data-event="month.show"]',
      second: `[data-event="day.choose"][data-key="${await freeDay()}"]`,
      secondAnswer: '[data-event="timespan.choose"]',
    },
    steps: purchaseSteps,
  },
};

const pairs: Pair[] = [];
for (let count = 0; count < Number(values.runs); count += 1) {
  const pair = { floor: await run(entries.floor, conditions), shop: await run(entries.shop, conditions) };
  pairs.push(pair);
  console.error(`run ${count + 1}: floor ${pair.floor.reacts?.toFixed(0)} ms, shop ${pair.shop.reacts?.toFixed(0)} ms`);
}
floor.close();
await shop?.close();

const text = (value: number) => value.toFixed(Math.abs(value) < 20 ? 2 : 0);
console.log(`${pairs.length} runs; CPU / ${values.cpu}, ${values.down} kbit/s, ${values.latency} ms\n`);
for (const row of rows) {
  const found = pairs.map((pair) => valueIn(pair, row));
  const value = median(found);
  const bar = row.kind === 'request' ? `one request + ${row.most} ms` : String(row.most);
  const whole = row.kind === 'request' ? median(pairs.map((pair) => of(pair.shop, row.figure))) : value;
  const range = `${text(Math.min(...found))}–${text(Math.max(...found))}`;
  console.log(
    `${row.title.padEnd(44)}${text(whole).padStart(7)}  ≤ ${bar.padEnd(22)}${value <= row.most ? 'met ' : 'MISSED'}  ${range}`,
  );
}
console.log(`\none request: ${text(median(pairs.map((pair) => of(pair.shop, 'request'))))} ms`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ conditions, pairs }, null, 1)}\n`);
