import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { seedDatabase } from '#server/catalogue/demo/seed.ts';
import { dumpDatabase, loadDatabase } from '#server/db/dump.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Db, type Limits, noLimits, type OpenDatabase, openEmbedded, openPostgres } from '#server/db/open.ts';
import type { Database } from '#server/db/types.ts';
import { openDrawings } from '#server/shared/drawings/drawings.ts';
import { pngOf } from '#server/shared/drawings/png.ts';
import { openSites } from '#server/shared/sites/open-sites.ts';
import { venueDay } from '#src/domain/dates.ts';
import { exampleFolder } from '#src/sites/folder.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { insertTwinSite } from './twin-site.ts';

/** The lines of a dump of the database. */
export const dumpLines = async (db: Db): Promise<string[]> => {
  const lines: string[] = [];
  await dumpDatabase(db, (line) => void lines.push(line));
  return lines;
};

/** Loads the lines of a dump into an empty database. */
export const loadLines = (db: Db, lines: readonly string[]) => loadDatabase(db, Readable.from(lines));

/** Without the timespans of other sites than these, which take most of the time to load. */
export const lighter = (lines: readonly string[], sites: readonly string[] = ['borderless']): string[] =>
  lines.filter(
    (line) => !line.startsWith('{"t":"time_spans"') || sites.some((site) => line.includes(`"site":"${site}"`)),
  );

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, '.cache');

/** The tests' seed: today, so that tomorrow has slots to buy, and a fixed number. */
const today = venueDay(Date.now());
const number = 1;
/** Databases for pictures use a fixed day (day.ts) and are cached separately. */
const kind = process.env.SHOP_DAY ? 'pictured' : 'database';

/** Changes whenever anything that determines the initial content changes. */
const stamp = (): string => {
  const hash = createHash('sha256').update(today);
  for (const folder of ['server/db/migrations', 'server/catalogue', 'server/catalogue/demo', 'src/domain'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)));
  for (const file of ['twin-site.ts', 'database.ts']) hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest('hex').slice(0, 16);
};

/** Keeps the tar small, as every test reads all of it: little memory, and a log of 1 MB instead of 32. */
const small = {
  initDbStartParams: ['--wal-segsize=1', '-c', 'shared_buffers=8MB', '-c', 'wal_recycle=off'],
  startParams: [...PGlite.defaultStartParams, '-c', 'min_wal_size=2MB', '-c', 'max_wal_size=2MB'],
};
/** Removes databases that nothing is created from, and what updates left; after a checkpoint a start has nothing to replay. */
const tidy = [
  'update pg_database set datistemplate = false',
  'drop database if exists template0',
  'drop database if exists template1',
  'vacuum (full, analyze)',
  'checkpoint',
];

/** Only ends hangs, ms: to make a database takes seconds. */
const hang = 300_000;

/** Makes a tar file unless another process does, for which it waits: each of them would compute for as long. */
const makeTar = async (name: string, file: string, open: () => Promise<PGlite>): Promise<void> => {
  mkdirSync(cache, { recursive: true });
  const lock = new DatabaseSync(join(cache, `${name}.lock`), { timeout: hang });
  try {
    lock.exec('begin exclusive');
    if (existsSync(file)) return;
    const pglite = await open();
    for (const statement of tidy) await pglite.exec(statement);
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    for (const old of readdirSync(cache))
      if (old.startsWith(`${name}-`) && old.endsWith('.tar')) rmSync(join(cache, old), { force: true });
    const own = `${file}.${process.pid}`;
    writeFileSync(own, Buffer.from(await dump.arrayBuffer()));
    renameSync(own, file);
  } finally {
    lock.close();
  }
};

const tars = new Map<string, Promise<string>>();

/**
 * A database in memory as a tar file, made once: loading it takes a fifth of a second, where making a cluster takes three. Those
 * of the same name with another stamp are removed.
 */
const tarOf = (name: string, open: () => Promise<PGlite>): Promise<string> => {
  const find = async (): Promise<string> => {
    const file = join(cache, `${name}-${stamp()}.tar`);
    if (!existsSync(file)) await makeTar(name, file, open);
    return file;
  };
  const tar = tars.get(name) ?? find();
  tars.set(name, tar);
  return tar;
};

const block = 512;

/** The files of a tar in memory. PGlite's own reader looks up each folder of each file, and takes twice as long. */
const filesOf = (tar: Buffer): MemoryFS =>
  new (class extends MemoryFS {
    override async initialSyncFs(): Promise<void> {
      const files = this.pg?.Module.FS;
      for (let at = 0, size = 0; tar[at]; at += block + Math.ceil(size / block) * block) {
        const field = (start: number, end: number) => tar.toString('latin1', at + start, at + end).replace(/\0.*/, '');
        const path = join('/pglite/data', field(0, 100));
        size = Number.parseInt(field(124, 136), 8);
        if (field(156, 157) === '5') files?.mkdirTree(path);
        else files?.writeFile(path, tar.subarray(at + block, at + block + size));
      }
    }
  })();

const emptyTar = (): Promise<string> => tarOf('empty', async () => new PGlite(small));

/** The files of an embedded database without any table. */
export const emptyFiles = async (): Promise<MemoryFS> => filesOf(readFileSync(await emptyTar()));

const fill = async (db: Kysely<Database>): Promise<void> => {
  await migrate(db);
  await seedDatabase(db, today, number);
  await insertTwinSite(db);
};

/** A migrated and seeded database. */
const filledTar = (): Promise<string> =>
  tarOf(kind, async () => {
    const pglite = new PGlite({ ...small, fs: await emptyFiles() });
    await fill(new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) }));
    return pglite;
  });

const openTar = async (tar: Promise<string>): Promise<OpenDatabase> =>
  openEmbedded(null, { fs: filesOf(readFileSync(await tar)) });

/** An embedded database without any table. */
export const openEmptyEmbedded = (): Promise<OpenDatabase> => openTar(emptyTar());

/** The logos of the demo's sites as PNG, drawn once, in this process: a process for each costs several times as much. */
const drawLogos = async (folder: string): Promise<void> => {
  const log = () => undefined;
  const render = (svg: Uint8Array, zoom: number) => pngOf(Buffer.from(svg).toString(), zoom);
  const drawings = openDrawings({ folder, log, render });
  openSites({ folders: [exampleFolder], only: siteCodes, home: siteCodes[0], drawings, log });
  await drawings.settled();
};

/** Fills an empty data folder with a migrated database of the tests' seed and drawn logos, as a first start would. */
export const fillFolder = async (folder: string): Promise<void> => {
  await drawLogos(join(cache, 'drawings'));
  cpSync(join(cache, 'drawings'), join(folder, 'drawings'), { recursive: true });
  mkdirSync(join(folder, 'pg'), { recursive: true, mode: 0o700 });
  execFileSync('tar', ['-xf', await filledTar(), '-C', join(folder, 'pg')], { stdio: 'ignore' });
};

const at = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

/** Creates a template database and drops those of other days and seeds. */
const fillTemplate = async (admin: Kysely<Database>, url: string, name: string): Promise<void> => {
  const older = sql<{ datname: string }>`
    select datname from pg_database where datname like ${sql.lit(`filled_${kind}_%`)}`;
  for (const { datname } of (await older.execute(admin)).rows) await sql.raw(`drop database ${datname}`).execute(admin);
  const unfinished = `${name}_new`;
  await sql.raw(`create database ${unfinished}`).execute(admin);
  const open = await openPostgres(at(url, unfinished), noLimits);
  try {
    await fill(open.db);
  } finally {
    await open.close();
  }
  await sql.raw(`alter database ${unfinished} rename to ${name}`).execute(admin);
};

/** A migrated and seeded template database. The first caller fills it while others wait; copying it is fast. */
const filledTemplate = async ({ db }: OpenDatabase, url: string): Promise<string> => {
  const name = `filled_${kind}_${stamp()}`;
  const one = sql.lit(name);
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext(${one}))`.execute(connection);
    try {
      const { rows } = await sql`select 1 from pg_database where datname = ${one}`.execute(connection);
      if (rows.length === 0) await fillTemplate(connection, url, name);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${one}))`.execute(connection);
    }
  });
  return name;
};

const openOwnPostgres = async (url: string, isFilled: boolean, limits?: Limits): Promise<OpenDatabase> => {
  const admin = await openPostgres(url, noLimits);
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const template = isFilled ? ` template ${await filledTemplate(admin, url)}` : '';
  await sql.raw(`create database ${name}${template}`).execute(admin.db);
  const open = await openPostgres(at(url, name), limits);
  const close = async () => {
    await open.close();
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await admin.close();
  };
  return { ...open, close };
};

/** A seeded database for the caller alone: on the server of DATABASE_URL if that is set, otherwise embedded in memory. */
export const openTestDatabase = async (limits?: Limits): Promise<OpenDatabase> =>
  process.env.DATABASE_URL ? openOwnPostgres(process.env.DATABASE_URL, true, limits) : openTar(filledTar());

/** As `openTestDatabase`, without any table. */
export const openEmptyDatabase = async (): Promise<OpenDatabase> =>
  process.env.DATABASE_URL ? openOwnPostgres(process.env.DATABASE_URL, false) : openEmptyEmbedded();
