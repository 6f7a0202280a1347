import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, hasPostgres, mustStartCluster } from '@ticket-store/load-tools/chaos/cluster.ts';
import { type DatabaseProxy, startProxy } from '@ticket-store/load-tools/chaos/proxy.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportCatalogue } from '#server/catalogue/export.ts';
import { noLimits, openPostgres } from '#server/db/open.ts';
import { sendMails } from '#server/mail/send.ts';
import { runRetention } from '#server/operators/retention/run.ts';
import { watchPayments } from '#server/payments/reconcile.ts';
import { rowOf } from './kit/arrange.ts';
import { choiceOf, hold, newKey, slotAt } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { runProgram, temporaryFolder } from './kit/process.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';

/** Single requests whose connection is lost, or that wait for a lock. `npm run tool -- load chaos` covers load and whole servers. */
const canRun = await hasPostgres();

let cluster: Cluster;
let proxy: DatabaseProxy;
let shop: Shop;
/** The address of the shop's database by the proxy. */
let address: string;
/** The shop's database, without the proxy. */
let direct: Awaited<ReturnType<typeof openPostgres>>;

const sendNew = (span: string, key: string) => shop.send('createOrder', { body: choiceOf(span, 2), key });
const sendOrder = async (span: string, key = newKey()) => {
  const body = { ...choiceOf(span, 2), replaces: await replacedBy(key) };
  return shop.send('createOrder', { body, key });
};

const expectUnavailable = (answer: Answer) => {
  expect(problemOf(answer)).toMatchObject({ status: 503, code: 'connection_error' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};

/** The order that the order of this key replaces, which holds seats of another slot. */
const replaced = new Map<string, string>();
const replacedBy = async (key: string): Promise<string> => {
  const token = replaced.get(key) ?? (await hold(shop, (await slotAt(shop, 5)).id)).token;
  replaced.set(key, token);
  return token;
};

const readHeld = async (id: string): Promise<number> =>
  (await rowOf(shop, 'time_spans', { site: 'borderless', id })).held;

/** Sends an order that replaces another one, and acts while its transaction waits for the slot. */
const sendAndAct = async (span: string, key: string, act: (pid: number) => unknown): Promise<Answer> => {
  const { answer } = await direct.db.transaction().execute(async (tx) => {
    await sql`select from time_spans where id = ${span} for update`.execute(tx);
    const sent = sendOrder(span, key);
    const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
    let pid: number | undefined;
    await expect.poll(async () => (pid = (await waiting.execute(tx)).rows[0]?.pid)).toBeDefined();
    await act(pid ?? 0);
    return { answer: sent };
  });
  return answer;
};

describe.runIf(canRun)('a connection to PostgreSQL that is lost', () => {
  beforeAll(async () => {
    cluster = await mustStartCluster();
    proxy = await startProxy(cluster.port);
    process.env.DATABASE_URL = cluster.url.replace(String(cluster.port), String(proxy.port));
    shop = await startShop();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.db);
    const own = new URL(process.env.DATABASE_URL);
    own.pathname = rows[0]?.name ?? '';
    address = own.href;
    own.port = String(cluster.port);
    direct = await openPostgres(own.href, noLimits);
  });
  afterAll(async () => {
    await shop?.close();
    await direct?.close();
    await proxy?.close();
    await cluster?.close();
  });

  /** A retry with the same key succeeds, and the seats are held once. */
  const expectHeldOnce = async (span: string, key: string, before: number) => {
    expect((await sendOrder(span, key)).status).toBe(200);
    expect(await readHeld(span)).toBe(before + 2);
  };

  it('between two statements of a transaction: 503, and nothing is stored', async () => {
    const { id } = await slotAt(shop, 0);
    const before = await readHeld(id);
    const key = newKey();
    await replacedBy(key);
    const cut = proxy.cutAt('after begin');
    expectUnavailable(await sendOrder(id, key));
    await cut;
    await expectHeldOnce(id, key, before);
  });

  it.each([
    ['before commit', 503],
    ['after commit', 200],
  ] as const)('%s, so that the result is unknown to the server: %i', async (where, status) => {
    const { id } = await slotAt(shop, 2);
    const before = await readHeld(id);
    const key = newKey();
    await replacedBy(key);
    let cut = Promise.resolve();
    const answer = await sendAndAct(id, key, () => {
      cut = proxy.cutAt(where);
    });
    await cut;
    expect(answer.status).toBe(status);
    if (status === 503) expectUnavailable(answer);
    await expectHeldOnce(id, key, before);
  });

  it('after an order that is one statement: 503, and its key finds the order', async () => {
    const { id } = await slotAt(shop, 2);
    const before = await readHeld(id);
    const key = newKey();
    const cut = proxy.cutAt('after the order');
    expectUnavailable(await sendNew(id, key));
    await cut;
    expect(await readHeld(id)).toBe(before + 2);
    expect((await sendNew(id, key)).status).toBe(200);
    expect(await readHeld(id)).toBe(before + 2);
  });

  it('during a longer outage: the request’s key can be used again as soon as the database is back', async () => {
    const { id } = await slotAt(shop, 4);
    const before = await readHeld(id);
    const key = newKey();
    await replacedBy(key);
    expectUnavailable(await sendAndAct(id, key, () => proxy.switchTo(1)));
    expectUnavailable(await sendNew(id, newKey()));
    proxy.switchTo(cluster.port);
    await expect.poll(async () => (await sendOrder(id, key)).status).toBe(200);
    expect(await readHeld(id)).toBe(before + 2);
  });

  it('while another process keeps a slot locked: 503 for its buyers, and other slots are sold', async () => {
    const [locked, free] = [await slotAt(shop, 6), await slotAt(shop, 8)];
    await direct.db.transaction().execute(async (tx) => {
      await sql`select from time_spans where id = ${locked.id} for update`.execute(tx);
      const waiting = sendNew(locked.id, newKey());
      expect((await sendNew(free.id, newKey())).status).toBe(200);
      expectUnavailable(await waiting);
    });
    expect((await sendNew(locked.id, newKey())).status).toBe(200);
    expect(shop.logged.find(({ event }) => event === 'database_busy')?.facts).toMatchObject({ code: '55P03' });
  });

  it('while timers run: their work waits for the database, without further errors in the log', async () => {
    shop.logged.length = 0;
    proxy.switchTo(1);
    await shop.sweep();
    await sendMails(shop.deps, null, new AbortController().signal);
    await watchPayments(shop.deps);
    await runRetention(shop.deps);
    proxy.switchTo(cluster.port);
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
    const { id } = await slotAt(shop, 6);
    await expect.poll(async () => (await sendNew(id, newKey())).status).toBe(200);
  });

  it('while a catalogue is imported without a shop: the command says that the outcome is unknown', async () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    const file = join(folder, 'mine.json');
    writeFileSync(file, JSON.stringify(await exportCatalogue(shop.db, 'borderless')));
    const ended = await direct.db.transaction().execute(async (tx) => {
      await sql`lock table products in access exclusive mode`.execute(tx);
      const running = runProgram('server/db.ts', { DATABASE_URL: address, DATA_DIR: folder }, 'import', file);
      const isWaiting = sql`select from pg_locks where not granted and relation = 'products'::regclass`;
      await expect.poll(async () => (await isWaiting.execute(tx)).rows.length).toBe(1);
      proxy.cut();
      return running;
    });
    const err = expect.stringContaining('it is not known whether the command was done');
    expect(ended).toEqual({ code: 3, out: '', err });
  });
});
