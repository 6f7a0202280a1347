import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { noLimits } from 'ticket-store/server/db/limits.ts';
import { openPostgres } from 'ticket-store/server/db/open.ts';
import { type ServerProcess, startProcess } from 'ticket-store/test/api/kit/process.ts';
import { treeSeconds } from 'ticket-store/test/tools/cpu.mjs';
import { startPostgres } from 'ticket-store/test/tools/postgres.mjs';
import * as v from 'valibot';
import { closedLoop, failureText } from './load.ts';
import { withFolder } from './place.ts';
import { placeOrder, seatsOf } from './purchase.ts';
import { countRequests } from './requests.ts';
import type { createSheet } from './sheet.ts';

type Cluster = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
type Row = ReturnType<typeof createSheet>['row'];

const baseline = fileURLToPath(new URL('./reserve.sql', import.meta.url));
/** Clients with a connection each; connections of the baseline are those of one process. */
const crowd = 100;
const connections = 10;

/** The database's address through a proxy that adds `ms` to each round trip. */
const withDelay = async <T>(cluster: Cluster, ms: number, work: (url: string) => Promise<T>): Promise<T> => {
  if (ms === 0) return work(cluster.url);
  const thread = new Worker(new URL('./delay.ts', import.meta.url), {
    workerData: { target: cluster.port, ms: ms / 2 },
  });
  const [port] = await once(thread, 'message');
  try {
    return await work(cluster.url.replace(`:${cluster.port}/`, `:${v.parse(v.number(), port)}/`));
  } finally {
    await thread.terminate();
  }
};

const cpuSeconds = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + treeSeconds(pid), 0);

/** Room for every order, and the slots of the baseline. */
const makeRoom = async (cluster: Cluster): Promise<number> => {
  const { db, close } = await openPostgres(cluster.url, noLimits);
  await sql`update time_spans set capacity = 1000000`.execute(db);
  await sql`create table if not exists bench_slots as
    select row_number() over (order by id) as n, site, id from time_spans
    where site = 'borderless' and id like 'admission-%'`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bench_slots`.execute(db);
  await close();
  return rows[0]?.count ?? 0;
};

/** Reservations per second of the baseline, and CPU milliseconds of each. */
const runBaseline = async (cluster: Cluster, slots: number, seconds: number, isHot: boolean) => {
  const pid = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const before = cpuSeconds([pid]);
  const output = await cluster.control('pgbench', [
    ...['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres', '-n', '-M', 'prepared', '-f', baseline],
    ...[
      '-c',
      String(connections),
      '-T',
      String(seconds),
      '-D',
      `slots=${slots}`,
      '-D',
      `hot=${isHot ? 1 : 0}`,
      'postgres',
    ],
  ]);
  const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  return { perSecond, cpu: ((cpuSeconds([pid]) - before) * 1_000) / (perSecond * seconds) };
};

type Shops = { shops: readonly ServerProcess[]; postgres: number };

const runOrders = async ({ shops, postgres }: Shops, seconds: number, slotOf: () => string) => {
  let next = 0;
  const one = () => {
    next += 1;
    return placeOrder(shops[next % shops.length]?.url ?? '', slotOf());
  };
  await closedLoop(crowd, seconds / 2, one);
  const pids = [postgres, ...shops.map(({ pid }) => pid)];
  const before = cpuSeconds(pids);
  const sample = await closedLoop(crowd, seconds, one);
  const orders = sample.times.length;
  return {
    perSecond: orders / sample.seconds,
    cpu: ((cpuSeconds(pids) - before) * 1_000) / orders,
    remark: failureText(sample),
  };
};

/** Round trips of each request on PGlite, and on the cluster, where commits are counted too. */
const countBoth = async (row: Row, cluster: Cluster): Promise<void> => {
  await countRequests(row, 'PGlite');
  process.env.DATABASE_URL = cluster.url;
  await countRequests(row, 'PostgreSQL').finally(() => {
    delete process.env.DATABASE_URL;
  });
};

/**
 * Round trips of each request on both engines; orders per second and their CPU (servers and PostgreSQL, without the clients), on slots without contention and on one slot, with 0
 * and 20 ms added to each round trip, by one, two and four processes; beside the reservation as plain SQL.
 */
export const scale = async (row: Row, seconds: number, processes: readonly number[] = [1, 2, 4]): Promise<void> => {
  const cluster = await startPostgres();
  if (!cluster) {
    row('orders on PostgreSQL', Number.NaN, '/s', { remark: 'not measured: not installed' });
    return;
  }
  const postgres = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const settings = {
    TICKET_SECRET: 'a secret of the bench, long enough',
    CONNECTIONS_PER_ADDRESS: '0',
    REQUESTS_PER_CLIENT: '16',
  };
  try {
    await countBoth(row, cluster);
    let slots = 0;
    for (const delay of [0, 20])
      for (const count of processes)
        await withDelay(cluster, delay, (url) =>
          withFolder(async (folder) => {
            const shops: ServerProcess[] = [];
            try {
              for (let index = 0; index < count; index += 1)
                shops.push(await startProcess(join(folder, String(index)), { ...settings, DATABASE_URL: url }));
              slots ||= await makeRoom(cluster);
              const { take } = await seatsOf(shops[0]?.url ?? '');
              const hot = take();
              const name = `${count} process${count === 1 ? '' : 'es'}, ${delay} ms`;
              const spread = await runOrders({ shops, postgres }, seconds, take);
              row(`orders, ${name}`, spread.perSecond, '/s', { remark: spread.remark });
              row('  CPU of one', spread.cpu, 'ms');
              const one = await runOrders({ shops, postgres }, seconds, () => hot);
              row(`orders of one slot, ${name}`, one.perSecond, '/s', { remark: one.remark });
            } finally {
              for (const shop of shops) await shop.end('SIGTERM');
            }
          }),
        );
    for (const isHot of [false, true]) {
      const { perSecond, cpu } = await runBaseline(cluster, slots, seconds, isHot);
      row(`the reservation as plain SQL${isHot ? ', one slot' : ''}`, perSecond, '/s');
      row('  CPU of one', cpu, 'ms');
    }
  } finally {
    cluster.stop();
  }
};
