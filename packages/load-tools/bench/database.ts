import { sql } from 'kysely';
import { noLimits, openPostgres } from 'ticket-store/server/db/open.ts';

/** An empty temporary database on that server, with `prefix` before its name; nothing without a server. */
export const createDatabase = async (server: string | undefined, prefix: string) => {
  if (!server) return { url: undefined, drop: async () => {} };
  const admin = await openPostgres(server, noLimits);
  const name = `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.raw(`create database ${name}`).execute(admin.db);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const drop = async (): Promise<void> => {
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await admin.close();
  };
  return { url: address.href, drop };
};
