import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from 'ticket-store/server/build.mjs';
import { type Selection, type Target, targets } from './selection.ts';

const help = `npm run tool -- chart walks --target screens               walks every chart on the screens
  --target ${targets.join(' | ')}             the bare charts; the screens in happy-dom; Chromium and the real server
                                               may be repeated; default: charts and screens
  --machine purchase                           only the walks of one chart
  --walk "purchase 3"                          only this one, as a failing one is named
  --lang ja                                    only in this language
  --pairs                                      walks over every two transitions that can follow each other
  --accept                                     accepts the current controls and fields of the screens (surface.json)`;

const root = resolve(import.meta.dirname, '../../..');

/** The lane and test file of each target, by its whole name: others may not be drawn (test/tools/drawn.ts). */
const files = {
  charts: ['paths', 'test/paths/charts.test.ts'],
  screens: ['paths', 'test/paths/screens.test.ts'],
  chromium: ['browser-isolated', 'test/browser/charts.test.ts'],
} as const satisfies Record<Target, readonly [lane: string, file: string]>;

const isTarget = (name: string): name is Target => targets.some((one) => one === name);

const fileOf = (target: Target, { pairs }: Selection): readonly [lane: string, file: string] =>
  target === 'charts' && pairs ? ['paths', 'test/paths/pairs.test.ts'] : files[target];

/** In Chromium a test run draws some of the walks. */
const wholeRun = (target: Target) => (target === 'chromium' ? { FULL: '1' } : { SURFACE: 'accept' });

/** Runs a target's walks by its tests and returns the exit code; without a restriction all of them, as in a test run. */
const walkOn = async (target: Target, selection?: Selection): Promise<number> => {
  const [lane, file] = fileOf(target, selection ?? {});
  // Built from the current sources.
  if (target === 'chromium') await buildIfStale();
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', lane, file], {
    cwd: root,
    env: { ...process.env, ...(selection ? { WALKS: JSON.stringify(selection) } : wholeRun(target)) },
    stdio: 'inherit',
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done(code ?? 1));
  });
};

/** Runs the command and returns the exit code, 1 if a walk differed from its plan. Throws on unknown arguments. */
export const run = async (args: readonly string[]): Promise<number> => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      target: { type: 'string', multiple: true, default: ['charts', 'screens'] },
      ...{ machine: text, walk: text, lang: text },
      ...{ pairs: flag, accept: flag, help: flag },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { machine, walk, lang, pairs } = values;
  const selection = { pairs, ...(machine && { machine }), ...(walk && { walk }), ...(lang && { lang }) };
  const unknown = values.target.filter((name) => !isTarget(name));
  if (unknown.length > 0) throw new Error(`There is no target "${unknown[0]}". There are: ${targets.join(', ')}.`);
  if (values.accept) return walkOn('screens');
  let worst = 0;
  for (const target of values.target.filter(isTarget)) worst = Math.max(worst, await walkOn(target, selection));
  return worst;
};
