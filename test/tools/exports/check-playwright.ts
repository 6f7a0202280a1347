import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type MachineName, machines } from '#machines/index.ts';
import { run } from '#server/install.mjs';
import { plans } from '#test/paths/plans.ts';
import { findChromium } from '../chromium.mjs';
import { journeys } from '../explore/compose.ts';
import { allDefinitions, stateNodes } from '../explore/definitions.ts';
import { everyState, statesOf } from '../explore/ways.ts';
import { describeWalk } from '../paths/describe-walk.ts';
import { playwright } from '../paths/playwright.ts';
import type { Cells } from './check.ts';
import { openShop } from './open-shop.ts';

/** Generated files in a project of their own, with the real `@playwright/test` from the registry. */

const Package = v.object({ devDependencies: v.record(v.string(), v.string()) });

const versionOf = (name: string): string => {
  const { devDependencies } = v.parse(
    Package,
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
  );
  return devDependencies[name] ?? 'latest';
};

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  noEmit: true,
};

const config = `import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: 'tests',
  workers: 2,
  reporter: [['json', { outputFile: 'report.json' }]],
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] } },
});
`;

const Suite = v.object({
  suites: v.array(v.object({ file: v.string(), specs: v.array(v.object({ ok: v.boolean() })) })),
});

/** An empty project with Playwright's runner and a strict TypeScript. */
const createProject = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-exports-'));
  mkdirSync(join(folder, 'tests'));
  const devDependencies = {
    '@playwright/test': versionOf('playwright-core'),
    '@types/node': versionOf('@types/node'),
    typescript: versionOf('typescript'),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', devDependencies }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, include: ['tests'] }));
  writeFileSync(join(folder, 'playwright.config.ts'), config);
  const shell = process.platform === 'win32';
  const code = await run('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, shell });
  if (code !== 0) throw new Error('npm could not install @playwright/test; its message stands above.');
  return folder;
};

/** A file for each state, or for each walk that takes every transition; the states that no file comes to. */
const writeFiles = async (folder: string, names: readonly MachineName[], kind: 'states' | 'walks') => {
  const definitions = Object.values(machines).flatMap(allDefinitions);
  const refused = new Map<string, string[]>();
  for (const { model, journeys: own } of journeys(machines.app, plans, ...(kind === 'states' ? [everyState] : []))) {
    const name = names.find((one) => one === model.machine.id);
    if (name === undefined) continue;
    const known = statesOf(model);
    for (const [index, journey] of own.entries()) {
      const text = await playwright([journey], [describeWalk(journey, definitions)], {
        runner: 'playwright',
        replies: 'planned',
      });
      const title = kind === 'states' ? known[index] : index + 1;
      writeFileSync(join(folder, `tests/${name}~${title}.spec.ts`), text);
    }
    const leaves = stateNodes(machines[name]).filter(({ type }) => type === 'atomic' || type === 'final');
    const missing = leaves.map(({ path }) => path.join('.')).filter((state) => !known.includes(state));
    if (kind === 'states')
      refused.set(
        name,
        missing.map((state) => `${name}.${state} is left by the step that enters it`),
      );
  }
  return refused;
};

/** Runs the files of all states or walks of the charts with Playwright's own runner, under strict TypeScript. */
export const checkPlaywright = async (names: readonly MachineName[], kind: 'states' | 'walks'): Promise<Cells> => {
  const folder = await createProject();
  const shop = await openShop();
  try {
    const refused = await writeFiles(folder, names, kind);
    const typed = await run('npx', ['tsc', '-p', '.'], { cwd: folder });
    if (typed !== 0) throw new Error(`The files of ${kind} are not typed strictly; see above.`);
    const env = { ...process.env, SHOP_URL: shop.url, CHROMIUM_PATH: findChromium() };
    const code = await run('npx', ['playwright', 'test'], { cwd: folder, env });
    const { suites } = v.parse(Suite, JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
    if (code !== 0 && suites.every(({ specs }) => specs.every(({ ok }) => ok)))
      throw new Error('Playwright failed; see above.');
    return new Map(
      names.map((name) => {
        const own = suites.filter(({ file }) => file.startsWith(`${name}~`));
        const faults = own.filter(({ specs }) => !specs.every(({ ok }) => ok)).map(({ file }) => `${file} is red`);
        return [name, { total: own.length, faults, refused: refused.get(name) ?? [] }];
      }),
    );
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
