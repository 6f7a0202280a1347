import { type Cluster, hasPostgres, mustStartCluster } from '@ticket-store/load-tools/chaos/cluster.ts';
import { type DatabaseProxy, startProxy } from '@ticket-store/load-tools/chaos/proxy.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noLimits, type OpenDatabase, openPostgres } from '#server/db/open.ts';
import { choiceOf, freeSlots, timed, tomorrow } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { openTestDatabase } from './kit/database.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';

/** Whatever blocks the database, every request is answered within the limits of its connections. */
const canRun = await hasPostgres();

let cluster: Cluster;

/** Short for the tests that wait for them, and more than a busy machine needs. */
const limits = {
  ...noLimits,
  poolSize: 4,
  readPoolSize: 2,
  connect: 3_000,
  poolWait: 3_500,
  lock: 1_500,
  statement: 3_000,
};

let proxy: DatabaseProxy;
let filled: OpenDatabase;
let admin: OpenDatabase;
let shop: Shop;
let slots: string[];

const order = (index: number) => shop.send('createOrder', { body: choiceOf(slots[index] ?? '', 1) });
const catalogue = () =>
  shop.send('searchProducts', { query: { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed } });
const ready = async () => {
  const reply = await fetch(`${shop.url}/readyz`);
  return { status: reply.status, body: await reply.json() };
};
const expectUnavailable = (answer: Answer) => {
  expect(problemOf(answer)).toMatchObject({ status: 503, code: 'connection_error' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};

/** Locks the row of a slot in an idle transaction, as a suspended process would. */
const lockSlot = async ({ db }: OpenDatabase, id = '') => {
  const tx = await db.startTransaction().execute();
  const row = tx.selectFrom('time_spans').select('id').where('site', '=', 'borderless').where('id', '=', id);
  await row.forUpdate().execute();
  return tx;
};

/** Where the cluster has the database that is open. */
const nameOf = async ({ db }: OpenDatabase): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name ?? '';
};
const urlOf = async (open: OpenDatabase, port = cluster.port): Promise<string> =>
  `postgres://postgres@127.0.0.1:${port}/${await nameOf(open)}`;

describe.runIf(canRun)('PostgreSQL that does not answer in time', () => {
  beforeAll(async () => {
    cluster = await mustStartCluster();
    proxy = await startProxy(cluster.port);
    process.env.DATABASE_URL = cluster.url;
    filled = await openTestDatabase();
    admin = await openPostgres(await urlOf(filled), noLimits);
    shop = await startShop({ database: await openPostgres(await urlOf(filled, proxy.port), limits) });
    slots = (await freeSlots(shop, 2)).map(({ id }) => id);
  });
  afterAll(async () => {
    await shop?.close();
    await admin?.close();
    await filled?.close();
    await proxy?.close();
    await cluster?.close();
  });

  it('a locked slot: its buyers get 503 with Retry-After; other buyers, readers and /readyz are served', async () => {
    const locked = await lockSlot(admin, slots[0]);
    const stuck = Array.from({ length: 12 }, () => order(0));
    const [stock, state] = [await catalogue(), await ready()];
    expect(stock.status).toBe(200);
    expect(state).toEqual({ status: 200, body: { status: 'ready', state: 'ready' } });
    for (const answer of await Promise.all(stuck)) expectUnavailable(answer);
    expect((await order(1)).status).toBe(200);
    await locked.rollback().execute();
    expect((await order(0)).status).toBe(200);
    expect(shop.logged.filter(({ event }) => event === 'request_failed')).toEqual([]);
    expect(shop.logged.find(({ event }) => event === 'database_busy')?.facts).toMatchObject({ code: '55P03' });
  });

  it('all write connections are in use: readers and /readyz have their own', async () => {
    const taken = [];
    for (let count = 0; count < limits.poolSize; count += 1) taken.push(await shop.db.startTransaction().execute());
    expectUnavailable(await order(1));
    expect((await catalogue()).status).toBe(200);
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready', state: 'ready' } });
    for (const tx of taken) await tx.rollback().execute();
    expect((await order(1)).status).toBe(200);
  });

  it('a process that is suspended within a transaction loses its locks', async () => {
    const suspended = await openPostgres(await urlOf(admin), { ...noLimits, idleInTransaction: 300 });
    const tx = await lockSlot(suspended, slots[2]);
    await expect.poll(async () => (await order(2)).status).toBe(200);
    await expect(tx.commit().execute()).rejects.toThrow(/not available|idle-in-transaction/);
    await suspended.close();
  });

  it('a network that drops all packets: 503, then new connections are opened', async () => {
    expect((await Promise.all([order(4), order(5), catalogue()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    const restore = proxy.silence();
    const [write, read, state] = await Promise.all([order(4), catalogue(), ready()]);
    expectUnavailable(write);
    expectUnavailable(read);
    expect(state).toEqual({ status: 503, body: { status: 'not_ready', state: 'database' } });
    restore();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await order(4)).status).toBe(200);
    expect((await catalogue()).status).toBe(200);
  });
});
