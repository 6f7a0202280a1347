/**
 * `npm run tool -- load bench`: how fast the server starts and responds, as a process on an empty folder, or on a new database on
 * DATABASE_URL's server. `-- --quick` takes a fifth of the time; `-- --soak 10` buys ten minutes long and measures memory. A missed
 * limit exits with 1.
 */
import { cpus, loadavg } from 'node:os';
import { onEnd } from 'ticket-store/server/core/ending.mjs';
import { contract } from 'ticket-store/src/api/contract/index.ts';
import { addDays } from 'ticket-store/src/domain/dates.ts';
import { timed as timedProduct, tomorrow } from 'ticket-store/test/api/kit/buyer.ts';
import { type ServerProcess, startProcess, temporaryFolder } from 'ticket-store/test/api/kit/process.ts';
import { parseOptions } from 'ticket-store/test/tools/parse-options.ts';
import { createDatabase } from './bench/database.ts';
import { callOf, closeConnections, jsonOf, send } from './bench/http.ts';
import { closedLoop, failureText, median, openLoop, quantile, type Sample } from './bench/load.ts';
import { residentMB } from './bench/machine.ts';
import { placeOrder, purchase, seatsOf } from './bench/purchase.ts';
import { createSheet } from './bench/sheet.ts';
import { soak } from './bench/soak.ts';
import { spike } from './bench/spike.ts';

const { values } = parseOptions({
  options: {
    quick: { type: 'boolean', default: false },
    soak: { type: 'string' },
  },
});
const seconds = (full: number) => (values.quick ? full / 5 : full);
/** Clients with a connection each, and the required orders and purchases per second (docs/architecture.md#bar-spike). */
const crowd = 200;
const bars = { orders: 300, purchases: 50 };

/* Read before the work begins, so that the benchmark's own load does not count. */
const where = `${cpus()[0]?.model}, ${cpus().length} cores, node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`;
const { row, spread, print, isMissed } = createSheet();

/** All purchases come from one address, so its limits are off. */
const settings = (url: string | undefined) => ({
  ...{ HOLD_SEATS_PER_ADDRESS: '0', CONNECTIONS_PER_ADDRESS: '0' },
  ...(url ? { DATABASE_URL: url, TICKET_SECRET: 'a secret of the bench, long enough' } : {}),
});

const ownServer = process.env.DATABASE_URL;
const engine = ownServer ? 'PostgreSQL' : 'PGlite';
/** The sales targets apply to PGlite only: here a PostgreSQL server shares the machine. */
const ifEmbedded = <Bar>(bar: Bar): Bar | undefined => (ownServer ? undefined : bar);

/* Ends the child processes together with the benchmark. */
let last: ServerProcess | undefined;
onEnd(() => {
  void last?.end('SIGKILL').catch(() => null);
  process.exit(1);
});

/** The origin of the sandbox that a server process has started. */
const sandboxOf = ({ output }: ServerProcess): string =>
  /http:\/\/127\.0\.0\.1:\d+(?=\/sandbox)/.exec(output())?.[0] ?? '';

type Start = () => Promise<ServerProcess>;

/** Starts on an empty folder, and again on the filled one; returns the server. */
const starting = async (start: Start) => {
  /** Time from start to the first response, in ms. */
  const open = async () => {
    const began = performance.now();
    const server = await start();
    jsonOf(await callOf(server.url, contract.getProducts, { query: { lang: 'ja' } }));
    return { server, ms: performance.now() - began };
  };
  const cold = await open();
  row('started on an empty folder, seeded', cold.ms, 'ms', { atMost: 10_000 });
  let { server } = cold;
  const reopened: number[] = [];
  for (let count = 0; count < (values.quick ? 1 : 3); count += 1) {
    await server.end('SIGTERM');
    const again = await open();
    server = again.server;
    reopened.push(again.ms);
  }
  row('started again', median(reopened), 'ms', { atMost: 3_000 });
  row('  memory after start', residentMB(server.pid), 'MB');
  return server;
};

/** Measures read requests at a fixed rate; returns the median of each, in ms. */
const reading = async (url: string) => {
  const health = async () => jsonOf(await send(`${url}/readyz`));
  const products = async () => jsonOf(await callOf(url, contract.getProducts, { query: { lang: 'ja' } }));
  const query = { from: tomorrow, to: addDays(tomorrow, 30), lang: 'ja', product_uuid: timedProduct };
  const month = async () => jsonOf(await callOf(url, contract.searchProducts, { query }));
  /* Also lets the server finish compressing its files in the background. */
  for (const warm of [health, products, month]) await closedLoop(4, 2, warm);
  return {
    bare: spread('GET /readyz, 100/s', await openLoop(100, seconds(10), health)),
    catalogue: spread('GET /products, 100/s', await openLoop(100, seconds(10), products), { p95: 30 }),
    availability: spread('GET /products/search, a month, 20/s', await openLoop(20, seconds(10), month)),
  };
};

/** Measures orders and purchases; returns the median purchase in ms. */
const selling = async (url: string, sandbox: string, take: () => string) => {
  /* Warm-up: code is compiled and connections are open, as in a shop that has been selling for a while. */
  await closedLoop(crowd, seconds(10), () => placeOrder(url, take()));
  const placed = await closedLoop(crowd, seconds(15), () => placeOrder(url, take()));
  const orders = placed.times.length / placed.seconds;
  row(`orders placed, ${crowd} at once`, orders, '/s', ifEmbedded({ atLeast: bars.orders }));
  spread('  one', placed, { p99: 1_000 });
  /* A closed loop measures throughput: its response time is clients ÷ throughput. The visitors below measure response time. */
  const bought = await closedLoop(crowd, seconds(15), () => purchase(url, sandbox, take()));
  const purchases = bought.times.length / bought.seconds;
  row(`whole purchases, ${crowd} at once`, purchases, '/s', {
    ...ifEmbedded({ atLeast: bars.purchases }),
    remark: failureText(bought),
  });
  const requests: Sample = { times: [], failures: new Map(), seconds: 0 };
  const call: typeof callOf = async (...request) => {
    const began = performance.now();
    const reply = await callOf(...request);
    requests.times.push(performance.now() - began);
    return reply;
  };
  const steady = await openLoop(bars.purchases, seconds(15), () => purchase(url, sandbox, take(), call));
  const whole = spread('whole purchases, 50/s', steady);
  spread('  each of their requests', requests, ifEmbedded({ p99: 1_000 }));
  return whole;
};

/**
 * Ten times more new orders than required: started purchases are paid, the others are rejected immediately. The rate is not ten
 * times the measured one because the clients share the same two processors.
 */
const flooding = async (url: string, sandbox: string, take: () => string): Promise<void> => {
  const flood = { perSecond: 10 * bars.orders, seconds: 10 };
  const { paid, flooded } = await spike(url, sandbox, take, flood);
  const { taken, refused, early, withoutRetryAfter } = flooded;
  const remark = withoutRetryAfter > 0 ? `${withoutRetryAfter} without Retry-After` : '';
  const sent = (taken + refused.length) / flooded.seconds;
  row(`new orders, ${flood.perSecond} sent per second`, sent, '/s', { remark: flooded.other });
  row('  taken', taken / flooded.seconds, '/s');
  row('  refused, p50', quantile(refused, 0.5), 'ms', { atMost: 50, remark });
  row('  refused, p95', quantile(refused, 0.95), 'ms');
  row('  refused in the first four seconds, p50', quantile(early, 0.5), 'ms');
  spread('  meanwhile the last request of a purchase', paid, { p99: 2_000 });
};

const measure = async (start: Start): Promise<void> => {
  const server = await starting(start);
  const { url } = server;
  const sandbox = sandboxOf(server);
  const read = await reading(url);
  const { take } = await seatsOf(url);
  const whole = await selling(url, sandbox, take);
  await flooding(url, sandbox, take);
  row('memory after it', residentMB(server.pid), 'MB');
  await server.end('SIGTERM');

  row('ratio: /products to /readyz', read.catalogue / read.bare, '');
  row('ratio: a month to /readyz', read.availability / read.bare, '');
  row('ratio: a purchase to /readyz', whole / read.bare, '');
};

const soaked = async (start: Start, minutes: number): Promise<void> => {
  const server = await start();
  const { early, late, ratio, purchases, failures } = await soak(server, sandboxOf(server), minutes);
  row('orders and purchases', purchases, '', { remark: failures });
  row('resident memory, second fifth', early, 'MB');
  row('resident memory, last fifth', late, 'MB');
  row('ratio', ratio, '', { atMost: 1.1 });
  await server.end('SIGTERM');
};

const database = await createDatabase(ownServer, 'bench');
const { folder, remove } = temporaryFolder();
const start = async () => {
  last = await startProcess(folder, settings(database.url));
  return last;
};
try {
  await (values.soak === undefined ? measure(start) : soaked(start, Number(values.soak)));
  console.log(`\n${where}\n${engine}${values.quick ? ', quick' : ''}`);
  print();
  process.exitCode = isMissed() ? 1 : 0;
} finally {
  await last?.end('SIGKILL').catch(() => null);
  await database.drop();
  remove();
  closeConnections();
}
