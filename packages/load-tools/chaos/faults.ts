import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { noLimits, type OpenDatabase, openPostgres } from 'ticket-store/server/db/open.ts';
import { choiceOf, newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { sendTo } from 'ticket-store/test/api/kit/call.ts';
import { replyIn } from '../crash/client.ts';
import type { CrashFixture } from '../crash/fixture.ts';
import type { Cluster } from './cluster.ts';
import type { DatabaseProxy } from './proxy.ts';

/** The targets of a fault: the database server, the connections to it, the shops. */
export type Scene = {
  cluster: Cluster;
  proxy: DatabaseProxy;
  fixture: CrashFixture;
  /** Starts another shop, which suspends itself while it takes an order. */
  startSuspending: () => Promise<{ url: string; pid: number; end: () => Promise<void> }>;
};

/** A fault; it has ended when the promise resolves. */
export type Fault = { name: string; inject: (scene: Scene) => Promise<unknown> };

/** Longer than the shop's limits (5 s per statement), so that every waiting request has given up. */
const outlasting = 8_000;

const withAdmin = async (cluster: Cluster, work: (db: OpenDatabase['db']) => Promise<void>): Promise<void> => {
  const { db, close } = await openPostgres(cluster.url, noLimits);
  try {
    await work(db);
  } finally {
    await close();
  }
};

/** Terminates the shops' connections repeatedly; `states` are the backends' states that it applies to. */
const terminate = (states: readonly string[], rounds: number): Fault['inject'] =>
  async function inject({ cluster }) {
    await withAdmin(cluster, async (db) => {
      for (let round = 0; round < rounds; round += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'ticket-store' and datname like 'crash_%' and state in (${sql.join(states)})`.execute(
          db,
        );
        await pause(100);
      }
    });
  };

const cutAt = (where: 'before commit' | 'after commit'): Fault['inject'] =>
  async function inject({ proxy }) {
    for (let round = 0; round < 8; round += 1) await proxy.cutAt(where);
  };

/** Opens connections until the server accepts no more. */
const takeAllConnections: Fault['inject'] = async ({ cluster }) => {
  const { default: pg } = await import('pg');
  const taken: InstanceType<typeof pg.Client>[] = [];
  const take = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: cluster.url });
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
      return true;
    } catch {
      return false;
    }
  };
  await take();
  const [first] = taken;
  for (let round = 0; round < 4; round += 1) {
    await first?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ticket-store' and datname like 'crash_%'`,
    );
    while (await take());
    await pause(1_000);
  }
  for (const client of taken) await client.end();
};

/** A shop is suspended in the middle of a reservation and keeps the slot locked until the database times out. */
const suspendShop: Fault['inject'] = async ({ fixture, startSuspending }) => {
  const shop = await startSuspending();
  const send = sendTo(shop.url);
  const body = choiceOf(fixture.spans[0] ?? '', 1);
  const { order_token: replaces } = replyIn('createOrder', await send('createOrder', { body, key: newKey() }));
  /* Only an order that replaces another one is a transaction of several statements. */
  const stuck = send('createOrder', { body: { ...body, replaces }, key: newKey() });
  await pause(outlasting);
  process.kill(shop.pid, 'SIGCONT');
  const { status } = await stuck;
  await shop.end();
  if (status !== 503) throw new Error(`The suspended shop answered ${status} although its transaction was ended.`);
};

/** Every fault. The last one can happen only once, because it removes the first server. */
export const faults = [
  { name: 'idle connections are terminated', inject: terminate(['idle'], 10) },
  { name: 'connections in a transaction are terminated', inject: terminate(['idle in transaction', 'active'], 30) },
  { name: 'connections are cut before COMMIT arrives', inject: cutAt('before commit') },
  { name: 'connections are cut before COMMIT is answered', inject: cutAt('after commit') },
  { name: 'fast restart', inject: ({ cluster }) => cluster.restart('fast') },
  { name: 'immediate restart', inject: ({ cluster }) => cluster.restart('immediate') },
  {
    name: 'the server is down for a while',
    inject: async ({ cluster }) => {
      await cluster.stop('fast');
      await pause(outlasting);
      await cluster.start();
    },
  },
  { name: 'all connections of the server are taken', inject: takeAllConnections },
  {
    name: 'the server is suspended',
    inject: async ({ cluster }) => {
      const resume = cluster.suspend();
      await pause(outlasting);
      resume();
    },
  },
  {
    name: 'the network swallows everything',
    inject: async ({ proxy }) => {
      const restore = proxy.silence();
      await pause(outlasting);
      restore();
    },
  },
  { name: 'a shop is suspended within a reservation', inject: suspendShop },
  {
    name: 'failover to another server',
    inject: async ({ cluster, proxy }) => {
      const standby = await cluster.addStandby();
      await pause(1_000);
      await cluster.stop('immediate');
      await standby.promote();
      proxy.switchTo(standby.port);
    },
  },
] as const satisfies readonly Fault[];
