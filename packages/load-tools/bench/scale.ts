import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { noLimits, openPostgres } from 'ticket-store/server/db/open.ts';
import { type ServerProcess, startProcess } from 'ticket-store/test/api/kit/process.ts';
import { treeSeconds } from 'ticket-store/test/tools/cpu.mjs';
import { startPostgres } from 'ticket-store/test/tools/postgres.mjs';
import * as v from 'valibot';
import { closedLoop, failureText } from './load.ts';
import { withFolder } from './place.ts';
import { placeOrder, seatsOf } from './purchase.ts';
import type { createSheet } from './sheet.ts';

type Cluster = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
type Row = ReturnType<typeof createSheet>['row'];

/** Clients with a connection each. */
const crowd = 100;

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

/** Gives every slot room for all orders. */
const makeRoom = async (cluster: Cluster): Promise<void> => {
  const { db, close } = await openPostgres(cluster.url, noLimits);
  await sql`update time_spans set capacity = 1000000`.execute(db);
  await close();
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

/**
 * Orders per second and their CPU (servers and PostgreSQL, without the clients), on slots without contention and on one slot, with
 * 0 and 20 ms added to each round trip, by one, two and four processes. `test/api/trips.test.ts` counts the round trips.
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
    for (const delay of [0, 20])
      for (const count of processes)
        await withDelay(cluster, delay, (url) =>
          withFolder(async (folder) => {
            const shops: ServerProcess[] = [];
            try {
              for (let index = 0; index < count; index += 1)
                shops.push(await startProcess(join(folder, String(index)), { ...settings, DATABASE_URL: url }));
              await makeRoom(cluster);
              const { take } = await seatsOf(shops[0]?.url ?? '');
              const hot = take();
              const name = `${count} process${count === 1 ? '' : 'es'}, ${delay} ms`;
              const spread = await runOrders({ shops, postgres }, seconds, take);
              row(`orders, ${name}`, spread.perSecond, '/s', { remark: spread.remark });
              row(`CPU of an order, ${name}`, spread.cpu, 'ms');
              const one = await runOrders({ shops, postgres }, seconds, () => hot);
              row(`orders of one slot, ${name}`, one.perSecond, '/s', { remark: one.remark });
            } finally {
              for (const shop of shops) await shop.end('SIGTERM');
            }
          }),
        );
  } finally {
    cluster.stop();
  }
};
