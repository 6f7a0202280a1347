import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { venueDay } from '#src/domain/dates.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { exportCatalogue } from './catalogue/export.ts';
import { CatalogueFault } from './catalogue/fault.ts';
import { importCatalogue } from './catalogue/import.ts';
import { CatalogueSchema } from './catalogue/schema.ts';
import { type Counts, DumpFault, dumpDatabase, loadDatabase } from './db/dump.ts';
import { migrate } from './db/migrate.ts';
import { type Db, openEmbedded, openPostgres } from './db/open.ts';
import { seedDatabase } from './seed/seed.ts';

const help = `The shop's database. npm run db -- <command>

  migrate                  Brings it to the newest shape. The server does so itself when it starts.
  dump <file>              Writes all of it into a file, which either engine loads. Holds personal data.
  load <file>              Fills an empty database with a dump, older ones are migrated.
  import <file> [...]      Puts a venue's catalogue (JSON, one site a file) in the place of the site's: products, options,
                           timespans, set products, coupons, fields, payment methods, texts. All or nothing.
  export <site> <file>     Writes a site's catalogue: where to begin with one's own.
  seed [--date YYYY-MM-DD] [--number n]
                           Invented sites, where there is nothing yet.

  DATABASE_URL a PostgreSQL; else DATA_DIR (./data), which the shop must not have open.
Exit codes: 0 done, 1 refused, 2 wrong use.`;

/** Wrong use, in words. */
class Misuse extends Error {}

const wanted = (word: string | undefined, what: string): string => {
  if (!word) throw new Misuse(`${what} is missing.`);
  return word;
};

const total = (counts: Counts): string => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(counts).length} tables`;
};

/** What is wrong with a file, one line a fault, by its place: `products.0.time_spans.3.capacity`. */
const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `  ${v.getDotPath(issue) ?? 'catalogue'}: ${issue.message}`).join('\n');

const dump = async (db: Db, file: string): Promise<string> => {
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx' });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  const line = async (text: string) => {
    if (!stream.write(`${text}\n`))
      await Promise.race([failed, new Promise<void>((resolve) => stream.once('drain', () => resolve()))]);
  };
  const counts = await Promise.race([failed, dumpDatabase(db, line)]);
  await Promise.race([failed, new Promise<void>((resolve) => stream.end(resolve))]);
  return `${total(counts)} in ${file}. Its links need the TICKET_SECRET of this shop (DATA_DIR/secret where none is set).`;
};

const bring = async (db: Db, files: readonly string[]): Promise<string> => {
  const said: string[] = [];
  for (const file of files) {
    const parsed = v.safeParse(CatalogueSchema, JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) throw new CatalogueFault(`${file} is not right:\n${faultsOf(parsed.issues)}`);
    const done = await importCatalogue(db, parsed.output, venueDay(Date.now()));
    const counts = `${done.products} products, ${done.time_spans} timespans, ${done.set_products} set products, ${done.coupons} coupons`;
    said.push(`${parsed.output.site}: ${counts}; ${done.ended} timespans that are not in the file sell nothing more.`);
  }
  return said.join('\n');
};

const give = async (db: Db, word: string, file: string): Promise<string> => {
  const site = v.safeParse(SiteCodeSchema, word);
  const catalogue = site.success ? await exportCatalogue(db, site.output) : null;
  if (!catalogue) throw new CatalogueFault(`There is no site ${word} in this database.`);
  writeFileSync(file, `${JSON.stringify(catalogue, null, 2)}\n`);
  return `${catalogue.site}: ${catalogue.products.length} products in ${file}.`;
};

type Asked = { rest: string[]; date: string | undefined; number: string | undefined };
type Command = (db: Db, asked: Asked) => Promise<string>;

const commands: Record<string, Command> = {
  migrate: async () => 'The database has the newest shape.',
  dump: (db, { rest }) => dump(db, wanted(rest[0], 'A file')),
  load: async (db, { rest }) => {
    const file = wanted(rest[0], 'A file');
    statSync(file);
    return `Loaded ${total(await loadDatabase(db, createInterface({ input: createReadStream(file) })))}.`;
  },
  import: (db, { rest }) => bring(db, [wanted(rest[0], 'A file'), ...rest.slice(1)]),
  export: (db, { rest }) => give(db, wanted(rest[0], 'A site'), wanted(rest[1], 'A file')),
  seed: async (db, { date, number = '1' }) => {
    if (!/^\d{1,9}$/.test(number)) throw new Misuse('--number: a whole number.');
    await seedDatabase(db, date ?? venueDay(Date.now()), Number(number));
    return 'Filled with invented sites, where there was nothing.';
  },
};

const run = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, date: { type: 'string' }, number: { type: 'string' } },
  });
  const [word, ...rest] = positionals;
  if (values.help || word === undefined) return console.log(help);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) throw new Misuse(`${word}: no such command. One of ${Object.keys(commands).join(', ')}.`);
  const { DATABASE_URL: url, DATA_DIR: folder } = process.env;
  const open = url ? await openPostgres(url) : await openEmbedded(folder || './data');
  try {
    if (word !== 'load') await migrate(open.db);
    console.log(await command(open.db, { rest, date: values.date, number: values.number }));
  } finally {
    await open.close();
  }
};

/** What a person can mend is said in words; the rest is a fault of ours, told whole. */
const wordsOf = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return thrown;
  const known =
    thrown instanceof CatalogueFault ||
    thrown instanceof DumpFault ||
    thrown instanceof SyntaxError ||
    'code' in thrown ||
    thrown.message.includes('is in use by process');
  return known ? thrown.message : thrown;
};

run(process.argv.slice(2)).catch((thrown: unknown) => {
  const isMisuse = thrown instanceof Misuse || (thrown instanceof TypeError && 'code' in thrown);
  console.error(isMisuse ? `${thrown.message}\n(npm run db -- --help)` : wordsOf(thrown));
  process.exitCode = isMisuse ? 2 : 1;
});
