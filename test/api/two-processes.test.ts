import { closeConnections } from '@ticket-store/load-tools/bench/http.ts';
import { purchase, seatsOf } from '@ticket-store/load-tools/bench/purchase.ts';
import { type Cluster, hasPostgres, mustStartCluster } from '@ticket-store/load-tools/chaos/cluster.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrder } from '#src/api/contract/orders.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import { freePort } from '#test/tools/free-port.mjs';
import { choiceOf, newKey, timed, tomorrow } from './kit/buyer.ts';
import { createCall, sendTo } from './kit/call.ts';
import { type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

/** A demo of several processes on one PostgreSQL (docs/operations.md#several-processes). */
const canRun = await hasPostgres();

describe.runIf(canRun)('a demo with two processes', () => {
  let cluster: Cluster;
  let shops: ServerProcess[] = [];
  const folders = [temporaryFolder(), temporaryFolder()];
  beforeAll(async () => {
    cluster = await mustStartCluster();
    const env = {
      DATABASE_URL: cluster.url,
      TICKET_SECRET: 'a secret of the tests, long enough',
      SANDBOX_PORT: String(await freePort()),
    };
    for (const { folder } of folders) shops.push(await startProcess(folder, env));
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
    closeConnections();
    await cluster?.close();
    for (const { remove } of folders) remove();
    shops = [];
  });

  it('has one sandbox, by which both sell, and which the second does not end', async () => {
    const sandboxes = shops.map(({ output }) => /http:\/\/127\.0\.0\.1:\d+(?=\/sandbox)/.exec(output())?.[0] ?? '');
    const [first = '', second] = sandboxes;
    expect(second).toBe(first);
    const seats = await seatsOf(shops[0]?.url ?? '');
    for (const { url } of shops) await purchase(url, first, seats.take());
    await shops.pop()?.end('SIGTERM');
    await purchase(shops[0]?.url ?? '', first, seats.take());
  });

  it('still stops on SIGTERM, with requests in flight, when the database is suspended', async () => {
    const [server] = shops;
    if (!server) throw new Error('No server.');
    const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed };
    const { time_spans } = await createCall(sendTo(server.url))(searchProducts, { query });
    const body = choiceOf(time_spans.find(({ remaining }) => remaining > 4)?.id ?? '', 1);
    const resume = cluster.suspend();
    const pending = [1, 2, 3].map(() => sendTo(server.url)(createOrder, { body, key: newKey() }));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const ended = server.end('SIGTERM');
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([503, 503, 503]);
    // the watchdog ends a server that takes longer than 18 s, and then there is no exit code
    expect(await ended).toBe(0);
    resume();
  });
});
