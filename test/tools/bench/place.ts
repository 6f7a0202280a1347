import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { noLimits } from '#server/db/limits.ts';
import { openPostgres } from '#server/db/open.ts';
import { type ServerProcess, temporaryFolder } from '#test/api/kit/process.ts';
import { median, timed } from './load.ts';

/** Runs `run` with an empty temporary folder. */
export const withFolder = async <T>(run: (folder: string) => Promise<T>): Promise<T> => {
  const { folder, remove } = temporaryFolder();
  try {
    return await run(folder);
  } finally {
    remove();
  }
};

/** Runs `run` with an empty temporary database on the server, or with undefined if there is no server. */
export const withDatabase = async <T>(
  server: string | undefined,
  run: (url: string | undefined) => Promise<T>,
): Promise<T> => {
  if (!server) return run(undefined);
  const admin = await openPostgres(server, noLimits);
  const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.raw(`create database ${name}`).execute(admin.db);
  const address = new URL(server);
  address.pathname = `/${name}`;
  try {
    return await run(address.href);
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await admin.close();
  }
};

/** Times of a bare PGlite on this machine, in ms: opening an empty folder, and a small query. */
export const barePGlite = (): Promise<{ opened: number; query: number }> =>
  withFolder(async (folder) => {
    let pglite: PGlite | undefined;
    const opened = await timed(async () => {
      pglite = await PGlite.create(folder);
    });
    const queries: number[] = [];
    for (let count = 0; count < 200; count += 1) queries.push(await timed(async () => pglite?.query('select 1')));
    await pglite?.close();
    return { opened, query: median(queries) };
  });

/** The origin of the sandbox that a server process has started. */
export const sandboxOf = ({ output }: ServerProcess): string =>
  /http:\/\/127\.0\.0\.1:\d+(?=\/sandbox)/.exec(output())?.[0] ?? '';
