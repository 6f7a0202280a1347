import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrder } from '#src/api/contract/orders.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import { type Cluster, hasPostgres, mustStartCluster } from '#test/tools/chaos/cluster.ts';
import { choiceOf, newKey, timed, tomorrow } from './kit/buyer.ts';
import { createCall, sendTo } from './kit/call.ts';
import { type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

/** A server whose database is suspended can still be stopped. */
const canRun = await hasPostgres();

let cluster: Cluster;

const home = temporaryFolder();
let server: ServerProcess;

describe.runIf(canRun)('a server on a PostgreSQL that is suspended', () => {
  beforeAll(async () => {
    cluster = await mustStartCluster();
    const TICKET_SECRET = 'a secret of the test, long enough';
    server = await startProcess(home.folder, { DATABASE_URL: cluster.url, TICKET_SECRET });
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await cluster?.close();
    home.remove();
  });

  it('responds, and stops on SIGTERM with requests in flight', async () => {
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
