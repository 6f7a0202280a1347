import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command, CommanderError } from 'commander';
import { fingerprintOf } from '#server/core/crypto.ts';
import { venueDay } from '#src/domain/dates.ts';
import { takenAt } from './catalogue/dead-ends.ts';
import { CatalogueFault } from './catalogue/fault.ts';
import { Misuse, rejectTakenOptions } from './core/command-line.ts';
import { shownError, shownText } from './core/shown.ts';
import { FileFault } from './core/text-file.ts';
import { type Counts, DumpFault, dumpDatabase, loadDatabase } from './db/dump.ts';
import { databaseEntries } from './db/env.ts';
import { migrate, OldSchemaFault } from './db/migrate.ts';
import { type Db, noLimits, openPostgres } from './db/open.ts';
import { openWatched } from './db/start.ts';
import { isUnavailable } from './db/unavailable.ts';
import { seedDemo } from './demo.ts';
import { type Env, readSettings } from './env.ts';
import { readOpsAddress } from './operators/client/address-file.ts';
import { OutcomeUnknown, ShopNotRunning, sendCommand } from './operators/client/send-command.ts';
import {
  checkWith,
  exportSite,
  type ImportOptions,
  importFiles,
  type Printed,
  type RunCatalogue,
  runHere,
} from './operators/commands/catalogue.ts';
import { methodFindings } from './operators/preflight/sites.ts';
import { openSiteSecrets } from './payments/providers/site-secrets.ts';
import { findingLines, SettingsFault } from './shared/finding.ts';
import { siteOptionsOf } from './shared/sites/env.ts';
import { openSites } from './shared/sites/open-sites.ts';
import { registerSecrets, retireSecret, rotateFolderSecret, secretsOf, signingKeys } from './shared/tokens/secrets.ts';

const about = `The shop's database.

DATABASE_URL: a PostgreSQL; else DATA_DIR (./data). Import and export also work while the shop has it open; the other
commands need the shop stopped.
Exit codes: 0 done, 1 refused, 2 wrong use, 3 unknown whether done: the shop or its database was lost on the way.`;

const total = (counts: Counts): string => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(counts).length} tables`;
};

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

const print = ({ text, isRefused }: Printed): void => {
  if (isRefused) process.exitCode = 1;
  (isRefused ? console.error : console.log)(shownText(text));
};

type Secrets = { rotate?: boolean; retire?: string };

const secrets = async (db: Db, { rotate, retire }: Secrets, env: Env): Promise<string> => {
  if (rotate && env.TICKET_SECRET)
    throw new Misuse(
      '--rotate: TICKET_SECRET is set; put a new one there and the old one into TICKET_SECRET_FALLBACKS.',
    );
  const configured = rotate ? rotateFolderSecret(env.DATA_DIR) : secretsOf(env);
  if (retire !== undefined && !(await retireSecret(db, retire))) throw new Misuse(`--retire: ${retire} is not known.`);
  if (rotate) await registerSecrets(db, configured);
  const newest = fingerprintOf(configured[0]);
  const lines = (await signingKeys(db, configured)).map(({ fingerprint, registered_at, secret }) => {
    const use = fingerprint === newest ? 'signs' : secret === undefined ? 'NOT CONFIGURED' : 'accepted';
    return `${fingerprint}  since ${registered_at.toISOString()}  ${use}`;
  });
  return lines.length > 0 ? lines.join('\n') : 'No server has used this database yet.';
};

/** The settings of this process. Throws SettingsFault where one about the database is wrong. */
const readEnv = (): Env => {
  const { env, findings } = readSettings(process.env);
  const wrong = findings.filter(({ setting }) => setting in databaseEntries);
  if (wrong.length > 0) throw new SettingsFault(wrong);
  return env;
};

const withDatabase = async (env: Env, work: (db: Db) => Promise<void>): Promise<void> => {
  const open = env.DATABASE_URL
    ? await openPostgres(env.DATABASE_URL, noLimits)
    : await openWatched(env.DATA_DIR, env.DATA_MIN_FREE_MB, () => {});
  try {
    await work(open.db);
  } finally {
    await open.close();
  }
};

/** A database that is lost on the way may have committed. */
const untilLost = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (thrown) {
    throw isUnavailable(thrown) ? new OutcomeUnknown('The database was lost.') : thrown;
  }
};

/** In the running server where it has the embedded database open, otherwise on the database. */
const runOnCatalogue = async (call: (run: RunCatalogue) => Promise<Printed>): Promise<void> => {
  const settings = readEnv();
  const address = settings.DATABASE_URL ? null : readOpsAddress(settings.DATA_DIR);
  try {
    if (address) return print(await call((name, input) => sendCommand(address, name, input)));
  } catch (thrown) {
    /* The file of a server that was killed. */
    if (!(thrown instanceof ShopNotRunning)) throw thrown;
  }
  await withDatabase(settings, async (db) => {
    await migrate(db);
    const { env } = openSiteSecrets(settings, () => undefined);
    const sites = sitesOf(env);
    const deps = {
      unlimited: <T>(work: (own: Db) => Promise<T>) => work(db),
      check: checkWith(sites, (site, offered) => {
        const findings = methodFindings(env, sites.settingsOf(site), offered);
        if (findings.length === 0) return [];
        return ['It offers payment methods that this server cannot take:', ...findingLines(findings).split('\n')];
      }),
      taken: (site: string) => takenAt(sites, site),
    };
    print(await call((name, input) => untilLost(() => runHere(deps)(name, input))));
  });
};

const onDatabase = async (work: (db: Db, env: Env) => Promise<string>, { migrates } = { migrates: true }) => {
  const settings = readEnv();
  await withDatabase(settings, async (db) => {
    if (migrates) await migrate(db);
    const { env } = openSiteSecrets(settings, () => undefined);
    console.log(shownText(await untilLost(() => work(db, env))));
  });
};

const load = async (db: Db, file: string): Promise<string> => {
  statSync(file);
  return `Loaded ${total(await loadDatabase(db, createInterface({ input: createReadStream(file) })))}.`;
};

const seed = async (db: Db, { date, number = '1' }: { date?: string; number?: string }, env: Env): Promise<string> => {
  if (!/^\d{1,9}$/.test(number)) throw new Misuse('--number: a whole number.');
  const sites = [...sitesOf(env)];
  if (sites.length === 0) throw new Misuse('SITES is missing: the sites to fill.');
  await seedDemo(db, date ?? venueDay(Date.now()), Number(number), sites);
  return 'Filled with invented sites, where there was nothing.';
};

const asJson = ['--json', 'The result as JSON.'] as const;

const program = new Command('npm run db --').description(about).helpCommand(false).exitOverride();
program.configureOutput({ writeErr: () => undefined });
const command = (written: string, does: string) => program.command(written).description(does);

command('migrate', 'Brings it to the newest shape. The server does so itself when it starts.').action(() =>
  onDatabase(async () => 'The database has the newest shape.'),
);
command('dump <file>', 'Writes all of it into a file, which either engine loads. Holds personal data.').action(
  (file: string) => onDatabase((db) => dump(db, file)),
);
command('load <file>', 'Fills an empty database with a dump, older ones are migrated.').action((file: string) =>
  onDatabase((db) => load(db, file), { migrates: false }),
);
command(
  'import <files...>',
  `Puts a venue's catalogue (JSON, one site a file) in the place of the site's: products, options, timespans, set products,
coupons, fields, payment methods, texts. All or nothing; what is not in the file is withdrawn from sale. A CSV file with the
columns product, day, from, to, capacity (also id, surcharge, sale_from, sale_to) replaces the timespans of its days; it
needs --site.`,
)
  .option('--dry-run', 'Only says what would be new, changed, renamed, withdrawn or refused.')
  .option('--site <site>', 'The site of a CSV file.')
  .option(...asJson)
  .action((files: string[], options: ImportOptions) => runOnCatalogue((run) => importFiles(run, files, options)));
command('export <site> <file>', "Writes a site's catalogue: where to begin with one's own.")
  .option(...asJson)
  .action((site: string, file: string, options) => runOnCatalogue((run) => exportSite(run, site, file, options)));
command('seed', 'Invented sites, where there is nothing yet.')
  .option('--date <YYYY-MM-DD>', 'Their first day; today without it.')
  .option('--number <n>', 'The same number makes the same shop.')
  .action((options) => onDatabase((db, env) => seed(db, options, env)));
command('secrets', 'Lists the secrets that tickets and links were made with.')
  .option('--rotate', 'Puts a new one first in DATA_DIR/secret (with TICKET_SECRET set: change the settings instead).')
  .option(
    '--retire <fingerprint>',
    `Forgets one that is lost or leaked: codes and links made with it cannot be shown any more, though those that visitors
have still work.`,
  )
  .action((options: Secrets) => onDatabase((db, env) => secrets(db, options, env)));

const run = async (args: string[]): Promise<void> => {
  if (args.length === 0) return program.outputHelp();
  const named = program.commands.find((one) => args.includes(one.name()));
  if (named && !args.includes('--help')) rejectTakenOptions('db', args, named.options, process.env);
  await program.parseAsync(args, { from: 'user' });
};

const faultsForOperators = [CatalogueFault, DumpFault, OldSchemaFault, OutcomeUnknown, SettingsFault, FileFault];

/** Errors that the operator can correct are shown as messages; others are shown whole, with their stack. */
const describeError = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return thrown;
  const code = 'code' in thrown ? String(thrown.code) : '';
  /* An SQLSTATE: whatever the database said is no text for an operator. */
  if (/^[0-9A-Z]{5}$/.test(code))
    return `The database refused this (${code}); nothing was changed. Please report it with this number.`;
  const known =
    code !== '' ||
    faultsForOperators.some((kind) => thrown instanceof kind) ||
    /* Plain errors of `lock.ts` and `disk.ts`, which say what to do. */
    / is in use by | cannot be locked: |^The disk under /.test(thrown.message);
  return known ? thrown.message : thrown;
};

run(process.argv.slice(2)).catch((thrown: unknown) => {
  const isMisuse = thrown instanceof Misuse || thrown instanceof CommanderError;
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return;
  const described = isMisuse ? `${thrown.message}\n(npm run db -- --help)` : describeError(thrown);
  console.error(typeof described === 'string' ? shownText(described) : shownError(described));
  const failed = thrown instanceof OutcomeUnknown ? 3 : 1;
  process.exitCode = isMisuse ? 2 : failed;
});
