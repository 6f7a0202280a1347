import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Db, openEmbedded } from '#server/db/open.ts';
import { readOpsAddress } from '#server/operators/client/address-file.ts';
import { fillFolder } from './kit/database.ts';
import { fillOrders } from './kit/many-orders.ts';
import { startProcess, temporaryFolder } from './kit/process.ts';

/** Works on the database of a folder while no server runs on it. */
const withDatabase = async <T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = await openEmbedded(folder);
  return work(db).finally(close);
};

/** Two slots of one product, the first with five orders of three people each. */
const prepare = (db: Db) =>
  fillOrders(db, 5).then(async () => {
    await sql`update tickets set state = 'valid' where time_span_id = 'many-0'`.execute(db);
    await sql`insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity)
      select site, 'target', product_uuid, day, reservation_from + interval '1 hour', reservation_to + interval '1 hour', sale_from,
        sale_to, 40 from time_spans where id = 'many-0'`.execute(db);
    const { rows } = await sql<{ site: string }>`select site from time_spans where id = 'many-0'`.execute(db);
    return rows[0]?.site ?? '';
  });

const readState = async (db: Db) => {
  const slots = await sql<{
    sold: number;
  }>`select sold, held from time_spans where id in ('many-0', 'target') order by id`.execute(db);
  const money =
    await sql`select orders.status, payments.state, count(*)::int from orders join payments on order_id = orders.id
    where provider_id like 'pi_many_%' group by 1, 2 order by 1, 2`.execute(db);
  const acts = await sql`select kind, sum(people)::int as people from order_acts group by 1`.execute(db);
  const mails = await sql`select kind, count(*)::int from outbox where kind <> 'completed' group by 1`.execute(db);
  return { slots: slots.rows, money: money.rows, acts: acts.rows, mails: mails.rows };
};

it.each([
  [
    'date_written:3',
    { to: 'target' },
    [{ sold: 9 }, { sold: 6 }],
    {
      slots: [{ sold: 0 }, { sold: 15 }],
      money: [{ status: 'paid', state: 'paid', count: 5 }],
      acts: [{ kind: 'moved', people: 15 }],
      mails: [{ kind: 'visit_moved', count: 15 }],
    },
  ],
  [
    'refund_owed:2',
    { refund: 'all' },
    [{ sold: 9 }, { sold: 0 }],
    {
      slots: [{ sold: 0 }, { sold: 0 }],
      money: [{ status: 'refunded', state: 'refund_due', count: 5 }],
      acts: [{ kind: 'cancelled', people: 15 }],
      mails: [{ kind: 'cancelled', count: 15 }],
    },
  ],
])(
  'a server that dies at %s has done whole orders, and the command again does the others once',
  async (point, how, half, whole) => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    await fillFolder(folder);
    const site = await withDatabase(folder, prepare);
    const run = async (env: Record<string, string>): Promise<boolean> => {
      const server = await startProcess(folder, env);
      onTestFinished(() => server.end('SIGKILL').then(() => undefined));
      const address = readOpsAddress(folder);
      const headers = { authorization: `Bearer ${address?.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ site, slot: 'many-0', ...how });
      const isDone = await fetch(`${address?.url}/call-off`, { method: 'POST', headers, body }).then(
        ({ ok }) => ok,
        () => false,
      );
      await server.end('SIGKILL');
      return isDone;
    };
    expect(await run({ FAILPOINT: point })).toBe(false);
    expect((await withDatabase(folder, readState)).slots).toMatchObject(half);
    expect([await run({}), await run({})]).toEqual([true, true]);
    expect(await withDatabase(folder, readState)).toMatchObject(whole);
  },
);
