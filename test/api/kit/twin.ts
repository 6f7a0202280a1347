import { sql } from 'kysely';
import { type OpenDatabase, openPostgres } from '#server/db/open.ts';
import { createServer } from '#server/serve.ts';
import { listen } from '#server/web/http/listen.ts';
import { createCall, sendWithKeys } from './call.ts';
import { type Shop, sweepOnce } from './shop.ts';

/** A second pool on the shop's database; the embedded database has only one connection, which both servers share. */
const openAgain = async ({ db }: Shop): Promise<Pick<OpenDatabase, 'db' | 'reads' | 'close'>> => {
  const server = process.env.DATABASE_URL;
  if (!server) return { db, reads: db, close: async () => {} };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const address = new URL(server);
  address.pathname = `/${rows[0]?.name}`;
  return openPostgres(address.href);
};

/**
 * A second server on the same database and with the same provider, with its own connections, memory and port. Notices go to the
 * first one. Close it before the shop.
 */
export const openTwin = async (shop: Shop): Promise<Shop> => {
  const again = await openAgain(shop);
  const deps = { ...shop.deps, db: again.db, reads: again.reads, lookUps: new Map() };
  const { fetch } = createServer(deps);
  const listening = await listen((...args) => fetch(...args), 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const send = sendWithKeys(url);
  return {
    ...shop,
    url,
    deps,
    send,
    call: createCall(send),
    sweep: () => sweepOnce(deps),
    close: async () => {
      await listening.close();
      await again.close();
    },
  };
};
