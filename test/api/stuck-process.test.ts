import { createClient } from '@ticket-store/load-tools/bench/http.ts';
import { type Cluster, hasPostgres, mustStartCluster } from '@ticket-store/load-tools/chaos/cluster.ts';
import { type CrashFixture, openCrashFixture } from '@ticket-store/load-tools/crash/fixture.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noLimits } from '#server/db/limits.ts';
import { openPostgres } from '#server/db/open.ts';
import { contract } from '#src/api/contract/index.ts';
import { choiceOf, newKey, timed, tomorrow } from './kit/buyer.ts';
import { createCall, sendTo } from './kit/call.ts';
import type { ServerProcess } from './kit/process.ts';

/** Three processes, of which one stops in the middle of a reservation (docs/architecture.md#lanes). */
const canRun = await hasPostgres();

describe.runIf(canRun)('a process that is stopped while it holds the lock of a slot', () => {
  let cluster: Cluster;
  let fixture: CrashFixture;
  let admin: Awaited<ReturnType<typeof openPostgres>>;
  let shops: [ServerProcess, ServerProcess, ServerProcess];
  beforeAll(async () => {
    cluster = await mustStartCluster();
    admin = await openPostgres(cluster.url, noLimits);
    fixture = await openCrashFixture(3, { server: cluster.url });
    shops = [
      await fixture.start(undefined, 0),
      await fixture.start(undefined, 1),
      await fixture.start('hold_written:1:stop', 2),
    ];
  });
  afterAll(async () => {
    await Promise.all((shops ?? []).map((shop) => shop.end('SIGKILL')));
    await fixture?.close();
    await admin?.close();
    await cluster?.close();
  });

  const waitingForLocks = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and application_name = 'ticket-store'`.execute(admin.db);
    return rows[0]?.count ?? 0;
  };

  it('delays that slot by the lock limit, and neither other slots nor pages', async () => {
    const [first, second, stopped] = shops;
    const [slot = '', other = '', third = ''] = fixture.spans;
    const place = createCall(sendTo(stopped.url));
    const { order_token: replaces } = await place(contract.createOrder, { body: choiceOf(third, 1), key: newKey() });
    const stuck = sendTo(stopped.url)(contract.createOrder, {
      body: { ...choiceOf(slot, 1), replaces },
      key: newKey(),
    }).catch(() => null);
    await expect.poll(() => stopped.output()).toContain('failpoint hold_written');

    /* Twenty visitors, each with an address of its own, so that none is limited for itself. */
    const visitors = Array.from({ length: 20 }, (_, index) => createClient(`127.0.0.${index + 10}`, 10));
    const answered: string[] = [];
    const noted = async (what: string, request: Promise<{ status: number }>) => {
      const { status } = await request;
      answered.push(what);
      return status;
    };
    const ordersOf = (span: string, what: string) =>
      visitors.flatMap(({ callOf }) =>
        [first, second].map(({ url }) => noted(what, callOf(url, contract.createOrder, { body: choiceOf(span, 1) }))),
      );
    const blocked = ordersOf(slot, 'blocked');
    await expect.poll(waitingForLocks).toBeGreaterThanOrEqual(2);
    const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed };
    const free = [
      ...ordersOf(other, 'free'),
      ...visitors.map(({ callOf }) => noted('free', callOf(first.url, contract.searchProducts, { query }))),
    ];
    expect(new Set(await Promise.all(free))).toEqual(new Set([200]));
    /* However slow the machine is: what waited for the lock would be answered after it. */
    expect(answered.slice(0, 10)).toEqual(Array(10).fill('free'));
    expect(await waitingForLocks()).toBeLessThanOrEqual(8);
    /* The lock limit ends the waiting, or the database ends the transaction of the stopped process. */
    for (const status of await Promise.all(blocked)) expect([200, 503]).toContain(status);

    process.kill(stopped.pid, 'SIGCONT');
    await stuck;
    const again = createCall(sendTo(first.url));
    expect((await again(contract.createOrder, { body: choiceOf(slot, 1), key: newKey() })).order.status).toBe('open');
    await Promise.all(visitors.map((visitor) => visitor.close()));
  });
});
