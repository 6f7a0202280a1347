/**
 * `npm run tool -- chart exports`: the files for Playwright of every state, or of every walk, in a project outside the repository,
 * run by the real `@playwright/test` from the registry under strict TypeScript; see `-- --help`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machines } from 'ticket-store/machines/index.ts';
import { run } from 'ticket-store/server/core/install.mjs';
import { startOwnShop } from 'ticket-store/test/browser/kit/host.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { findChromium } from 'ticket-store/test/tools/chromium.mjs';
import * as v from 'valibot';
import { journeys } from './explore/compose.ts';
import { everyState, statesOf } from './explore/ways.ts';
import { playwright } from './paths/playwright.ts';
import { columns } from './paths/write.ts';
import { runCommand } from './walks/run-command.ts';

const help = `npm run tool -- chart exports         a file for each state and for each walk over transitions
  --only states | walks                 one kind
  --machine purchase                    one chart; may be repeated
SHOP_URL names the shop; without it one is started. Installs @playwright/test in a temporary folder.`;

const kinds = ['states', 'walks'] as const;
type Kind = (typeof kinds)[number];

const Package = v.object({ devDependencies: v.record(v.string(), v.string()) });
const { devDependencies } = v.parse(
  Package,
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);

const config = `import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: 'tests',
  workers: 2,
  reporter: [['dot'], ['json', { outputFile: 'report.json' }]],
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] } },
});
`;

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noUnusedLocals: true },
  ...{ verbatimModuleSyntax: true, module: 'nodenext', target: 'es2023', types: ['node'], noEmit: true },
  lib: ['es2023', 'dom', 'dom.iterable'],
};

const Report = v.object({
  suites: v.array(v.object({ file: v.string(), specs: v.array(v.object({ ok: v.boolean() })) })),
});

/** The files of some charts by name: `purchase~sign-in.editing.spec.ts`, `purchase~3.spec.ts`. */
const filesOf = async (names: readonly string[], kind: Kind): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const { model, journeys: own } of journeys(machines.app, plans, ...(kind === 'walks' ? [] : [everyState]))) {
    const { id } = model.machine;
    const titles = kind === 'walks' ? own.map((_, at) => at + 1) : statesOf(model);
    for (const [at, journey] of names.includes(id) ? own.entries() : [])
      files[`${id}~${titles[at]}.spec.ts`] = await playwright([journey], 'playwright');
  }
  return files;
};

/** A project outside the repository with the files. Throws if npm cannot install its packages. */
const createProject = async (tests: Readonly<Record<string, string>>): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-exports-'));
  const { 'playwright-core': version = '', '@types/node': types = '', typescript = '' } = devDependencies;
  const packages = { '@playwright/test': version, '@types/node': types, typescript };
  const settings = { private: true, type: 'module', devDependencies: packages };
  mkdirSync(join(folder, 'tests'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['tests'] }));
  writeFileSync(join(folder, 'playwright.config.ts'), config);
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, 'tests', name), text);
  const shell = process.platform === 'win32';
  const code = await run('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, shell });
  if (code !== 0)
    throw new Error(`npm could not install ${Object.keys(packages).join(', ')}; its message stands above.`);
  return folder;
};

/** Runs the files of a kind. Returns a row for each chart, and the red files. */
const check = async (names: readonly string[], kind: Kind) => {
  const files = await filesOf(names, kind);
  const folder = await createProject(files);
  const shop = process.env.SHOP_URL
    ? { url: process.env.SHOP_URL, close: async () => undefined }
    : await startOwnShop();
  try {
    if ((await run('npx', ['tsc', '-p', '.'], { cwd: folder })) !== 0)
      throw new Error(`The files of ${kind} are not typed strictly; see above.`);
    const env = { ...process.env, SHOP_URL: shop.url, CHROMIUM_PATH: findChromium() };
    await run('npx', ['playwright', 'test'], { cwd: folder, env });
    const { suites } = v.parse(Report, JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
    const isGreen = (name: string) =>
      suites.some(({ file, specs }) => file === name && specs.length > 0 && specs.every(({ ok }) => ok));
    const red = Object.keys(files).filter((name) => !isGreen(name));
    const rows = names.map((chart) => {
      const own = (all: readonly string[]) => all.filter((name) => name.startsWith(`${chart}~`)).length;
      return [chart, kind, `${own(Object.keys(files)) - own(red)}/${own(Object.keys(files))}`];
    });
    return { rows, red, total: Object.keys(files).length };
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const many = { type: 'string', multiple: true } as const;

await runCommand(async () => {
  const { values } = parseArgs({ options: { only: many, machine: many, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const known = Object.keys(machines);
  const names = values.machine ?? known;
  const wanted = kinds.filter((kind) => (values.only ?? kinds).includes(kind));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no chart "${unknown}". There are: ${known.join(', ')}.`);
  if (wanted.length === 0) throw new Error(`There are: --only ${kinds.join(', --only ')}.`);
  const results = [];
  for (const kind of wanted) results.push(await check(names, kind));
  console.log(`\n${columns(results.flatMap(({ rows }) => rows))}\n`);
  const red = results.flatMap((one) => one.red);
  for (const name of red) console.log(`RED ${name}`);
  const total = results.reduce((sum, one) => sum + one.total, 0);
  console.log(`${total - red.length} passed, ${red.length} failed`);
  return red.length > 0 || total === 0 ? 1 : 0;
});
