import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Target, targets, walksFolder } from './record.ts';
import { makeReport } from './report.ts';
import type { Selection } from './selection.ts';

const help = `npm run tool -- chart walks --target screens               walks every chart on the screens, and makes reports/walks/index.html
  --target ${targets.join(' | ')}             the bare charts; the screens in happy-dom
                                               may be repeated; default: charts and screens
  --machine purchase                           only the walks of one chart
  --walk "purchase 3"                          only this one, as the report names it
  --lang ja                                    only in this language
  --pairs                                      walks over every two transitions that can follow each other
  --keep                                       includes the records of earlier runs in the report
  --accept                                     accepts the current controls and fields of the screens (surface.json)
  --report                                     runs no walks, only makes the report of the existing records`;

const root = resolve(import.meta.dirname, '../../..');

/** The lane and test file of each target, by its whole name: others may not be drawn (test/tools/drawn.ts). */
const files = {
  charts: ['paths', 'test/paths/charts.test.ts'],
  screens: ['paths', 'test/paths/screens.test.ts'],
} as const satisfies Record<Target, readonly [lane: string, file: string]>;

const isTarget = (name: string): name is Target => targets.some((one) => one === name);

const fileOf = (target: Target, { pairs }: Selection): readonly [lane: string, file: string] =>
  target === 'charts' && pairs ? ['paths', 'test/paths/pairs.test.ts'] : files[target];

/** Runs a target's walks by its tests and returns the exit code; without a restriction the controls that they see are accepted. */
const walkOn = async (target: Target, selection?: Selection): Promise<number> => {
  const [lane, file] = fileOf(target, selection ?? {});
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', lane, file], {
    cwd: root,
    env: { ...process.env, ...(selection ? { WALKS: JSON.stringify(selection) } : { SURFACE: 'accept' }) },
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
      ...{ pairs: flag, keep: flag, accept: flag, report: flag, help: flag },
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
  if (!values.report && !values.keep) rmSync(walksFolder, { recursive: true, force: true });
  let worst = 0;
  for (const target of values.report ? [] : values.target.filter(isTarget))
    worst = Math.max(worst, await walkOn(target, selection));
  console.log(makeReport());
  return worst;
};
