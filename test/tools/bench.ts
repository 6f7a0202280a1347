/**
 * `npm run bench`: how fast the server starts and answers, as a process on an empty folder, on DATABASE_URL's server in a
 * database of its own when that is set. `-- --quick` takes a fifth of the time. Ends with 1 when a bar is missed.
 */
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/open.ts';
import { contract } from '#src/api/contract/index.ts';
import { addDays } from '#src/domain/dates.ts';
import { timed as timedProduct, tomorrow } from '#test/api/kit/buyer.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '#test/api/kit/process.ts';
import { ask, callOf, closeConnections, jsonOf } from './bench/http.ts';
import { closedLoop, median, openLoop, quantile, type Sample, timed } from './bench/load.ts';
import { machine, residentMB } from './bench/machine.ts';
import { placeOrder, purchase, seatsOf } from './bench/purchase.ts';

const quick = process.argv.includes('--quick');
const seconds = (full: number) => (quick ? full / 5 : full);

type Row = { what: string; value: number; unit: string; bar?: number; note?: string };
const rows: Row[] = [];
/* Asked before the work begins: its own load does not count. */
const where = machine();
const row = (what: string, value: number, unit: string, more: { bar?: number; note?: string } = {}) => {
  rows.push({ what, value, unit, ...more });
  process.stderr.write('.');
};

const table = (): void => {
  const figure = ({ value }: Row) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));
  const wide = Math.max(...rows.map(({ what }) => what.length));
  const missed = ({ value, bar }: Row) => bar !== undefined && !(value <= bar);
  console.log(`\n${where}\n${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}${quick ? ', quick' : ''}\n`);
  for (const line of rows) {
    const bar = line.bar === undefined ? '' : `  at most ${line.bar}${missed(line) ? '  MISSED' : ''}`;
    const note = line.note ? `  ${line.note}` : '';
    console.log(`${line.what.padEnd(wide)}  ${figure(line).padStart(7)} ${line.unit.padEnd(5)}${bar}${note}`.trimEnd());
  }
  process.exitCode = rows.some(missed) ? 1 : 0;
};

/** A database of the run's own on DATABASE_URL's server; nothing without it. */
const ownDatabase = async (): Promise<{ env: Record<string, string>; drop: () => Promise<void> }> => {
  const server = process.env.DATABASE_URL;
  if (!server) return { env: {}, drop: async () => {} };
  const admin = await openPostgres(server, 1);
  const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.raw(`create database ${name}`).execute(admin.db);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const drop = async () => {
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await admin.close();
  };
  return { env: { DATABASE_URL: address.href, TICKET_SECRET: 'a secret of the bench, long enough' }, drop };
};

const { folder, remove } = temporaryFolder();
const { env, drop } = await ownDatabase();
let server: ServerProcess | undefined;

/** From nothing to the first answer, in ms. */
const start = () =>
  timed(async () => {
    server = await startProcess(folder, env);
    jsonOf(await callOf(server.url, contract.getProducts, { query: { lang: 'ja' } }));
  });
const stop = async () => {
  await server?.end('SIGTERM');
  server = undefined;
};
const running = (): ServerProcess => {
  if (!server) throw new Error('The server does not run.');
  return server;
};

const spread = (what: string, { times, failed }: Sample, bar?: number) => {
  row(`${what}, p50`, quantile(times, 0.5), 'ms');
  const note = failed > 0 ? `${failed} failed` : '';
  row(`${what}, p95`, failed > 0 ? Number.NaN : quantile(times, 0.95), 'ms', { ...(bar ? { bar } : {}), note });
  return median(times);
};

/** What a bare PGlite takes on this machine for the same: an empty folder, and one small query. */
const bare = async () => {
  const own = temporaryFolder();
  let pglite: PGlite | undefined;
  const opened = await timed(async () => {
    pglite = await PGlite.create(own.folder);
  });
  const queries: number[] = [];
  for (let count = 0; count < 200; count += 1) queries.push(await timed(async () => pglite?.query('select 1')));
  await pglite?.close();
  own.remove();
  return { opened, query: median(queries) };
};

try {
  const calibration = await bare();
  row('bare PGlite: opened on an empty folder', calibration.opened, 'ms');
  row('bare PGlite: select 1, p50', calibration.query, 'ms');

  const cold = await start();
  row('started on an empty folder, seeded', cold, 'ms', { bar: 10_000 });
  const reopened: number[] = [];
  for (let count = 0; count < (quick ? 1 : 3); count += 1) {
    await stop();
    reopened.push(await start());
  }
  row('started again', median(reopened), 'ms', { bar: 3_000 });
  row('  memory after start', residentMB(running().pid), 'MB');

  const { url, said } = running();
  const sandbox = /http:\/\/127\.0\.0\.1:\d+(?=\/sandbox)/.exec(said())?.[0] ?? '';
  const health = async () => jsonOf(await ask(`${url}/healthz`));
  const products = async () => jsonOf(await callOf(url, contract.getProducts, { query: { lang: 'ja' } }));
  const query = { from: tomorrow, to: addDays(tomorrow, 30), lang: 'ja', product_uuid: timedProduct };
  const month = async () => jsonOf(await callOf(url, contract.searchProducts, { query }));
  /* Also lets the server finish compressing its files in the background. */
  for (const warm of [health, products, month]) await closedLoop(4, 2, warm);

  const bareAnswer = spread('GET /healthz, 100/s', await openLoop(100, seconds(10), health));
  const catalogue = spread('GET /products, 100/s', await openLoop(100, seconds(10), products), 30);
  const availability = spread('GET /products/search, a month, 20/s', await openLoop(20, seconds(10), month));

  const seat = await seatsOf(url);
  const orders = await closedLoop(16, seconds(10), () => placeOrder(url, seat()));
  row('orders placed, 16 at once', orders.times.length / orders.seconds, '/s');
  spread('  one', orders);
  const bought = await closedLoop(8, seconds(10), () => purchase(url, sandbox, seat()));
  row('whole purchases, 8 at once', bought.times.length / bought.seconds, '/s');
  const whole = spread('  one', bought);
  row('memory after it', residentMB(running().pid), 'MB');

  row('ratio: cold start to bare PGlite', cold / calibration.opened, '');
  row('ratio: /healthz to a bare query', bareAnswer / calibration.query, '');
  row('ratio: /products to /healthz', catalogue / bareAnswer, '');
  row('ratio: a month to /healthz', availability / bareAnswer, '');
  row('ratio: a purchase to /healthz', whole / bareAnswer, '');
  table();
} finally {
  closeConnections();
  await stop();
  await drop();
  remove();
}
