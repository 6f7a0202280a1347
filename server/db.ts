import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { fingerprintOf } from '#server/core/crypto.ts';
import { venueDay } from '#src/domain/dates.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { exportCatalogue } from './catalogue/export.ts';
import { CatalogueFault } from './catalogue/fault.ts';
import { importCatalogue } from './catalogue/import.ts';
import { type Catalogue, CatalogueSchema } from './catalogue/schema.ts';
import { type Counts, DumpFault, dumpDatabase, loadDatabase } from './db/dump.ts';
import { noLimits } from './db/limits.ts';
import { migrate } from './db/migrate.ts';
import { type Db, openPostgres } from './db/open.ts';
import { openWatched } from './db/start.ts';
import { seedDemo } from './demo.ts';
import { type Env, readSettings } from './env.ts';
import { methodFindings } from './preflight/sites.ts';
import { openSiteSecrets } from './providers/site-secrets.ts';
import { findingLines } from './shared/finding.ts';
import { siteOptionsOf } from './sites/env.ts';
import { openSites } from './sites/open-sites.ts';
import { registerSecrets, retireSecret, rotateFolderSecret, secretsOf, signingKeys } from './tokens/secrets.ts';

const help = `The shop's database. npm run db -- <command>

  migrate                  Brings it to the newest shape. The server does so itself when it starts.
  dump <file>              Writes all of it into a file, which either engine loads. Holds personal data.
  load <file>              Fills an empty database with a dump, older ones are migrated.
  import <file> [...]      Puts a venue's catalogue (JSON, one site a file) in the place of the site's: products, options,
                           timespans, set products, coupons, fields, payment methods, texts. All or nothing.
  export <site> <file>     Writes a site's catalogue: where to begin with one's own.
  seed [--date YYYY-MM-DD] [--number n]
                           Invented sites, where there is nothing yet.
  secrets [--rotate | --retire <fingerprint>]
                           Lists the secrets that tickets and links were made with. --rotate puts a new one first in
                           DATA_DIR/secret (with TICKET_SECRET set: change the settings instead). --retire forgets one
                           that is lost or leaked: codes and links made with it cannot be shown any more, though those
                           that visitors have still work.

  DATABASE_URL a PostgreSQL; else DATA_DIR (./data), which the shop must not have open.
Exit codes: 0 done, 1 refused, 2 wrong use.`;

/** A wrong command line. */
class Misuse extends Error {}

const requireArgument = (argument: string | undefined, what: string): string => {
  if (!argument) throw new Misuse(`${what} is missing.`);
  return argument;
};

const total = (counts: Counts): string => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(counts).length} tables`;
};

/** Faults of a file, one per line, each with its path: `products.0.time_spans.3.capacity`. */
const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `  ${v.getDotPath(issue) ?? 'catalogue'}: ${issue.message}`).join('\n');

const dump = async (db: Db, file: string): Promise<string> => {
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx' });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  const write = async (text: string) => {
    if (!stream.write(`${text}\n`))
      await Promise.race([failed, new Promise<void>((resolve) => stream.once('drain', () => resolve()))]);
  };
  const counts = await Promise.race([failed, dumpDatabase(db, write)]);
  await Promise.race([failed, new Promise<void>((resolve) => stream.end(resolve))]);
  return `${total(counts)} in ${file}. Its links need the TICKET_SECRET of this shop (DATA_DIR/secret where none is set).`;
};

const sitesOf = (env: Env) => openSites({ ...siteOptionsOf(env), log: () => undefined });

/** Rejects a catalogue of a site that has no valid folder: nobody could open it. */
const checkFolder = (env: Env, file: string, { site }: Catalogue): void => {
  const all = openSites({ ...siteOptionsOf(env), only: null, log: () => undefined });
  if (all.has(site)) return;
  throw new CatalogueFault(
    `${file}: ${site} has no valid folder in src/sites or SITES_DIR (npm run tool -- new-site ${site}).`,
  );
};

/** Rejects a catalogue with payment methods that the server cannot take, because the shop would not offer them. */
const checkMethods = async (env: Env, file: string, { site, payment_methods }: Catalogue): Promise<void> => {
  const sites = sitesOf(env);
  if (!sites.has(site)) return;
  const offered = payment_methods.map(({ id }) => id);
  const findings = methodFindings(env, sites.settingsOf(site), offered);
  if (findings.length > 0)
    throw new CatalogueFault(`${file} offers payment methods that this server cannot take:\n${findingLines(findings)}`);
};

const importFiles = async (db: Db, env: Env, files: readonly string[]): Promise<string> => {
  const summaries: string[] = [];
  for (const file of files) {
    const parsed = v.safeParse(CatalogueSchema, JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) throw new CatalogueFault(`${file} is not right:\n${faultsOf(parsed.issues)}`);
    checkFolder(env, file, parsed.output);
    await checkMethods(env, file, parsed.output);
    const done = await importCatalogue(db, parsed.output, venueDay(Date.now()));
    const counts = `${done.products} products, ${done.time_spans} timespans, ${done.set_products} set products, ${done.coupons} coupons`;
    summaries.push(
      `${parsed.output.site}: ${counts}; ${done.ended} timespans that are not in the file sell nothing more.`,
    );
  }
  return summaries.join('\n');
};

const exportSite = async (db: Db, code: string, file: string): Promise<string> => {
  const site = v.safeParse(SiteCodeSchema, code);
  const catalogue = site.success ? await exportCatalogue(db, site.output) : null;
  if (!catalogue) throw new CatalogueFault(`There is no site ${code} in this database.`);
  writeFileSync(file, `${JSON.stringify(catalogue, null, 2)}\n`);
  return `${catalogue.site}: ${catalogue.products.length} products in ${file}.`;
};

type Args = { rest: string[]; date?: string; number?: string; rotate?: boolean; retire?: string };
type Command = (db: Db, args: Args, env: Env) => Promise<string>;

const secrets: Command = async (db, { rotate, retire }, env) => {
  if (rotate && env.TICKET_SECRET)
    throw new Misuse(
      '--rotate: TICKET_SECRET is set; put a new one there and the old one into TICKET_SECRET_FALLBACKS.',
    );
  const configured = rotate ? rotateFolderSecret(env.DATA_DIR) : secretsOf(env);
  if (retire !== undefined && !(await retireSecret(db, retire))) throw new Misuse(`--retire: ${retire} is not known.`);
  if (rotate) await registerSecrets(db, configured);
  const signs = fingerprintOf(configured[0]);
  const lines = (await signingKeys(db, configured)).map(({ fingerprint, registered_at, secret }) => {
    const use = fingerprint === signs ? 'signs' : secret === undefined ? 'NOT CONFIGURED' : 'accepted';
    return `${fingerprint}  since ${registered_at.toISOString()}  ${use}`;
  });
  return lines.length > 0 ? lines.join('\n') : 'No server has used this database yet.';
};

const commands: Record<string, Command> = {
  secrets,
  migrate: async () => 'The database has the newest shape.',
  dump: (db, { rest }) => dump(db, requireArgument(rest[0], 'A file')),
  load: async (db, { rest }) => {
    const file = requireArgument(rest[0], 'A file');
    statSync(file);
    return `Loaded ${total(await loadDatabase(db, createInterface({ input: createReadStream(file) })))}.`;
  },
  import: (db, { rest }, env) => importFiles(db, env, [requireArgument(rest[0], 'A file'), ...rest.slice(1)]),
  export: (db, { rest }) => exportSite(db, requireArgument(rest[0], 'A site'), requireArgument(rest[1], 'A file')),
  seed: async (db, { date, number = '1' }, env) => {
    if (!/^\d{1,9}$/.test(number)) throw new Misuse('--number: a whole number.');
    const sites = [...sitesOf(env)];
    if (sites.length === 0) throw new Misuse('SITES is missing: the sites to fill.');
    await seedDemo(db, date ?? venueDay(Date.now()), Number(number), sites);
    return 'Filled with invented sites, where there was nothing.';
  },
};

const run = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      date: { type: 'string' },
      number: { type: 'string' },
      rotate: { type: 'boolean' },
      retire: { type: 'string' },
    },
  });
  const [name, ...rest] = positionals;
  if (values.help || name === undefined) return console.log(help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Misuse(`${name}: no such command. One of ${Object.keys(commands).join(', ')}.`);
  const { DATABASE_URL: url, DATA_DIR: folder, DATA_MIN_FREE_MB: least } = process.env;
  const open = url
    ? await openPostgres(url, noLimits)
    : await openWatched(folder || './data', Number(least || 64), () => {});
  try {
    if (name !== 'load') await migrate(open.db);
    const { env } = openSiteSecrets(readSettings(process.env).env, () => undefined);
    const { help: _, ...options } = values;
    console.log(await command(open.db, { rest, ...options }, env));
  } finally {
    await open.close();
  }
};

/** Errors that the operator can correct are shown as messages; others are shown whole, with their stack. */
const describeError = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return thrown;
  const known =
    thrown instanceof CatalogueFault ||
    thrown instanceof DumpFault ||
    thrown instanceof SyntaxError ||
    'code' in thrown ||
    /is in use by process|^The disk under /.test(thrown.message);
  return known ? thrown.message : thrown;
};

run(process.argv.slice(2)).catch((thrown: unknown) => {
  const isMisuse = thrown instanceof Misuse || (thrown instanceof TypeError && 'code' in thrown);
  console.error(isMisuse ? `${thrown.message}\n(npm run db -- --help)` : describeError(thrown));
  process.exitCode = isMisuse ? 2 : 1;
});
