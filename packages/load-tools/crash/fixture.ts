import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { seedDatabase } from 'ticket-store/server/catalogue/demo/seed.ts';
import { migrate } from 'ticket-store/server/db/migrate.ts';
import { noLimits, openEmbedded, openPostgres } from 'ticket-store/server/db/open.ts';
import type { Database } from 'ticket-store/server/db/types.ts';
import type { Failpoint } from 'ticket-store/server/shared/failpoints.ts';
import { apiPrefix } from 'ticket-store/src/api/contract/index.ts';
import { venueDay } from 'ticket-store/src/domain/dates.ts';
import { timed, tomorrow } from 'ticket-store/test/api/kit/buyer.ts';
import { inherited, type ServerProcess, startProcess, temporaryFolder } from 'ticket-store/test/api/kit/process.ts';
import { type Post, startPost } from 'ticket-store/test/api/kit/smtp.ts';
import { freePort } from 'ticket-store/test/tools/free-port.mjs';
import { createDatabase } from '../bench/database.ts';
import { passHour } from '../race/stock.ts';

const sandboxMain = fileURLToPath(import.meta.resolve('@ticket-store/sandbox/main.ts'));
const webhookSecret = 'whsec_of_the_crash';

type Db = Kysely<Database>;

/** A failpoint and the number of the passing at which the process ends; with `stop` it is suspended instead. */
export type CrashPoint = `${Failpoint}:${number}` | `${Failpoint}:${number}:stop`;

/** The parts that survive when the shop dies: the provider with its ledger, the mail server, the database. */
export type CrashFixture = {
  sandboxUrl: string;
  post: Post;
  /** The slots that all visitors buy, and the one of them that costs more. */
  spans: readonly string[];
  dearer: string;
  /** The shops' addresses and folders; each has its own operator endpoint. */
  shops: readonly { url: string; folder: string }[];
  /**
   * Starts a shop on its own port, optionally with a failpoint such as `paid_committed:2`; a further one (`shops.length`) on any
   * free port.
   */
  start: (failpoint?: CrashPoint, shop?: number) => Promise<ServerProcess>;
  /** Uses the database while no embedded shop runs on it. */
  withDatabase: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

const startLedger = async (file: string, webhookUrl: string): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [sandboxMain], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...inherited,
      SANDBOX_PORT: '0',
      SANDBOX_LEDGER: file,
      SANDBOX_WEBHOOK_URL: webhookUrl,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('exit', () => reject(new Error(`The sandbox did not start: ${output}`)));
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const [, address] = /listening on (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
  });
  return { url, child };
};

/** Adds seats to tomorrow's slots, so that the shop does not sell out; a move to the last of the returned four is paid. */
const fill = async (db: Db): Promise<string[]> => {
  await migrate(db);
  await seedDatabase(db, venueDay(Date.now()), 1);
  const rows = await db
    .updateTable('time_spans')
    .where('time_spans.site', '=', 'borderless')
    .set({ capacity: 100_000, held: 0, sold: 0, surcharge: 0 })
    .where('product_uuid', '=', timed)
    .where('day', '=', tomorrow)
    .returning('id')
    .execute();
  const spans = rows.map(({ id }) => id).slice(0, 4);
  await db
    .updateTable('time_spans')
    .set({ surcharge: 300 })
    .where('id', '=', spans.at(-1) ?? '')
    .execute();
  await db.updateTable('products').set({ date_change_difference: 'paid' }).where('uuid', '=', timed).execute();
  return spans;
};

/** Where the database is: a PostgreSQL server, or an existing folder; a temporary folder if neither is given. */
type Where = { server?: string | undefined; folder?: string };

/** Creates a filled database, and starts the sandbox's process and a mail server. */
export const openCrashFixture = async (
  shopCount = 1,
  { server, folder }: Where = { server: process.env.DATABASE_URL },
): Promise<CrashFixture> => {
  const home = folder === undefined ? temporaryFolder() : { folder, remove: () => {} };
  const database = await createDatabase(server, 'crash');
  const post = await startPost();
  const ports = await Promise.all(Array.from({ length: shopCount }, () => freePort()));
  const folderOf = (index: number) => join(home.folder, `shop${index}`);
  const shops = ports.map((port, index) => ({ url: `http://127.0.0.1:${port}`, folder: folderOf(index) }));
  const [first] = shops;
  if (!first) throw new Error('A fixture needs a shop.');
  const withDatabase: CrashFixture['withDatabase'] = async (work) => {
    const open = await (database.url ? openPostgres(database.url, noLimits) : openEmbedded(first.folder));
    try {
      return await work(open.db);
    } finally {
      await open.close();
    }
  };
  const spans = await withDatabase(fill);
  const ledger = await startLedger(join(home.folder, 'ledger.jsonl'), `${first.url}${apiPrefix}/webhooks/stripe`);
  const env = {
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: ledger.url,
    SMTP_URL: post.url,
    MAIL_FROM: 'tickets@shop.example',
    TICKET_SECRET: 'a secret of the crash, long enough',
    ...(database.url ? { DATABASE_URL: database.url } : {}),
  };
  return {
    sandboxUrl: ledger.url,
    post,
    spans,
    dearer: spans.at(-1) ?? '',
    shops,
    start: (failpoint, index = 0) => {
      const PORT = String(ports[index] ?? 0);
      return startProcess(folderOf(index), { ...env, PORT, ...(failpoint ? { FAILPOINT: failpoint } : {}) });
    },
    withDatabase,
    close: async () => {
      ledger.child.kill('SIGTERM');
      await once(ledger.child, 'exit');
      await post.close();
      await database.drop();
      home.remove();
    },
  };
};

/** Makes everything older that no process works on any more: abandoned holds, started payments, mails being sent. */
export const letTimePass = (fixture: CrashFixture): Promise<void> =>
  fixture.withDatabase(async (db) => {
    await passHour(db);
    await db.updateTable('outbox').set({ due_at: sql`now()` }).where('state', '=', 'due').execute();
  });
