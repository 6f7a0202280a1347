import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { run } from 'ticket-store/server/core/install.mjs';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { findChromium } from 'ticket-store/test/tools/chromium.mjs';
import * as v from 'valibot';
import { journeys } from '../explore/compose.ts';
import { allDefinitions, stateNodes } from '../explore/definitions.ts';
import { everyState, statesOf } from '../explore/ways.ts';
import { describeWalk } from '../paths/describe-walk.ts';
import { type FileKind, playwright } from '../paths/playwright.ts';
import type { Cells } from './check.ts';
import { openShop } from './open-shop.ts';
import { createProject, versionOf } from './scratch-project.ts';

/** Generated files in a project of their own, run by the real `@playwright/test` or Vitest from the registry. */

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
  reporter: [['dot'], ['json', { outputFile: 'report.json' }]],
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] } },
});
`;

/** What a run reports: each file, and whether all its tests passed. */
type Results = readonly { readonly file: string; readonly isGreen: boolean }[];

const PlaywrightReport = v.object({
  suites: v.array(v.object({ file: v.string(), specs: v.array(v.object({ ok: v.boolean() })) })),
});
const VitestReport = v.object({ testResults: v.array(v.object({ name: v.string(), status: v.string() })) });

/** The runners: their packages, their command, and how their report is read. */
const runners: Readonly<
  Record<
    FileKind['runner'],
    {
      readonly packages: () => Readonly<Record<string, string>>;
      readonly ending: string;
      readonly command: readonly string[];
      readonly results: (report: unknown) => Results;
    }
  >
> = {
  playwright: {
    packages: () => ({ '@playwright/test': versionOf('playwright-core') }),
    ending: 'spec.ts',
    command: ['playwright', 'test'],
    results: (report) =>
      v
        .parse(PlaywrightReport, report)
        .suites.map(({ file, specs }) => ({ file, isGreen: specs.length > 0 && specs.every(({ ok }) => ok) })),
  },
  vitest: {
    packages: () => ({ 'playwright-core': versionOf('playwright-core'), vitest: versionOf('vitest') }),
    ending: 'test.ts',
    command: ['vitest', 'run', '--maxWorkers=2', '--reporter=dot', '--reporter=json', '--outputFile=report.json'],
    results: (report) =>
      v
        .parse(VitestReport, report)
        .testResults.map(({ name, status }) => ({ file: name.split('/').at(-1) ?? '', isGreen: status === 'passed' })),
  },
};

/** A file for each state, for each walk that takes every transition, or for the state that is found last. */
export type Kind = 'states' | 'walks' | 'last';

/** The files by name, and the states that no file comes to. */
const filesOf = async (names: readonly MachineName[], kind: Kind, runner: FileKind['runner']) => {
  const definitions = Object.values(machines).flatMap(allDefinitions);
  const files: Record<string, string> = {};
  const refused = new Map<string, string[]>();
  for (const { model, journeys: own } of journeys(machines.app, plans, ...(kind === 'walks' ? [] : [everyState]))) {
    const name = names.find((one) => one === model.machine.id);
    if (name === undefined) continue;
    const known = statesOf(model);
    for (const [index, journey] of own.entries()) {
      if (kind === 'last' && index < own.length - 1) continue;
      const walk = describeWalk(journey, definitions);
      const title = kind === 'walks' ? index + 1 : known[index];
      const text = await playwright([journey], [walk], { runner, replies: 'planned' });
      files[`tests/${name}~${title}.${runners[runner].ending}`] = text;
    }
    const leaves = stateNodes(machines[name]).filter(({ type }) => type === 'atomic' || type === 'final');
    const missing = leaves.map(({ path }) => path.join('.')).filter((state) => !known.includes(state));
    if (kind === 'states')
      refused.set(
        name,
        missing.map((state) => `${name}.${state} is left by the step that enters it`),
      );
  }
  return { files, refused };
};

/** Runs the files of a kind with a runner from the registry, under strict TypeScript, in front of a shop. */
export const checkPlaywright = async (
  names: readonly MachineName[],
  kind: Kind,
  runner: FileKind['runner'] = 'playwright',
): Promise<Cells> => {
  const { packages, command, results } = runners[runner];
  const { files, refused } = await filesOf(names, kind, runner);
  const typing = { '@types/node': versionOf('@types/node'), typescript: versionOf('typescript') };
  const folder = await createProject(
    { ...packages(), ...typing },
    {
      ...files,
      ...(runner === 'playwright' && { 'playwright.config.ts': config }),
      'tsconfig.json': JSON.stringify({ compilerOptions: strict, include: ['tests'] }),
    },
  );
  const shop = await openShop();
  try {
    const typed = await run('npx', ['tsc', '-p', '.'], { cwd: folder });
    if (typed !== 0) throw new Error(`The files of ${kind} are not typed strictly; see above.`);
    const env = { ...process.env, SHOP_URL: shop.url, CHROMIUM_PATH: findChromium() };
    const code = await run('npx', [...command], { cwd: folder, env });
    const all = results(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
    if (code !== 0 && all.every(({ isGreen }) => isGreen)) throw new Error(`${runner} failed; see above.`);
    return new Map(
      names.map((name) => {
        const own = Object.keys(files).filter((file) => file.startsWith(`tests/${name}~`));
        const isGreen = (path: string) => all.some((one) => `tests/${one.file}` === path && one.isGreen);
        const faults = own.filter((path) => !isGreen(path)).map((path) => `${path} is red`);
        return [name, { total: own.length, faults, refused: refused.get(name) ?? [] }];
      }),
    );
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
