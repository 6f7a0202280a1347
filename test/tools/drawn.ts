import { readdirSync } from 'node:fs';
import { faults } from '@ticket-store/load-tools/faults/fault.ts';

const load = 'packages/load-tools/test/api';
const chart = 'packages/chart-tools';

/**
 * Files that test similar things, by folder, those of a package by their path. Without FULL=1 one file of each row runs, drawn by the
 * run's seed; files in no row always run.
 */
const alike: Record<'tools' | 'api' | 'browser', readonly (readonly string[])[]> = {
  tools: [[`${chart}/paths/command`, `${chart}/paths/planned`]],
  api: [
    [...[`${load}/crash`, `${load}/chaos`, `${load}/race`], 'slow-clients', 'many-orders'],
    ['process', 'preflight', 'commands'],
    ['retention-after', 'erasure-replay'],
  ],
  browser: [
    ['express-wallets', 'ticket-paper', 'offline'],
    [
      'press bases visitors measurement chunks outdated mailed-links early-input',
      'sites policy ticket waiting-room',
    ].flatMap((row) => row.split(' ')),
    ['methods', 'speech', 'paid-change'],
    ['gallery-checks', ...['studio', 'generated-file'].map((name) => `${chart}/test/browser/${name}`)],
    ['auditors', 'pictures', 'one-hand', 'engines'],
  ],
};

/** PGlite has one connection: effects of concurrent transactions show on PostgreSQL only. */
const concurrent = [
  ...[`${load}/race`, `${load}/conformance`, 'interleavings', 'cut-writes', 'coupon-uses', 'sets', 'orders'],
  ...['reservations', 'seat-budget', 'confirm', 'lost-answers', 'ticket-sequences', 'catalogue-import', 'dump'],
];
/** On PostgreSQL this fraction of the other files of the API lane runs, too. */
const share = 10;

const pathOf = (folder: string, name: string): string =>
  name.startsWith('packages/') ? `${name}.test.ts` : `test/${folder}/${name}.test.ts`;

/** Files that some run leaves out. */
export const drawnFiles: readonly string[] = Object.entries(alike).flatMap(([folder, rows]) =>
  rows.flat().map((name) => pathOf(folder, name)),
);

/** Files that every run has, because planted faults name them (packages/load-tools/faults/faults.txt). */
export const fixedFiles: readonly string[] = faults.map(({ heading }) => heading);

const outOfRows = (seed: number): string[] =>
  Object.entries(alike).flatMap(([folder, rows]) =>
    rows.flatMap((row, index) =>
      row.filter((_, place) => place !== (seed + index * 7) % row.length).map((name) => pathOf(folder, name)),
    ),
  );

const outOnPostgres = (seed: number): string[] =>
  ['test/api', load]
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.test.ts') && !concurrent.some((name) => pathOf('api', name) === path))
    .filter((_, index) => index % share !== seed % share);

/**
 * Patterns of the files that a run leaves out; none with FULL=1 and none if files are named. NO_ENGINES leaves out the tests that
 * need Firefox and WebKitGTK. Sets SAMPLE_SEED, so that all workers draw the same files.
 */
export const excludedFiles = (env: NodeJS.ProcessEnv, args: readonly string[]): string[] => {
  if (args.some((arg) => arg.includes('.test.ts'))) return [];
  const engines = env.NO_ENGINES ? [pathOf('browser', 'engines')] : [];
  if (env.FULL) return engines;
  env.SAMPLE_SEED ??= String(Math.floor(Math.random() * 1_000_000));
  const seed = Number(env.SAMPLE_SEED);
  return [...engines, ...(env.DATABASE_URL ? outOnPostgres(seed) : outOfRows(seed))];
};
