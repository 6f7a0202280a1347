import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#server/build.mjs';
import type { Ask } from './ask.ts';
import { type Ground, grounds, walksFolder } from './record.ts';
import { makeReport } from './report.ts';

const help = `npm run tool -- walks --ground screens               walks every chart on the screens, and makes reports/walks/index.html
  --ground ${grounds.join(' | ')}             the bare charts; the screens in happy-dom; Chromium and the real server
                                               may be repeated; default: charts and screens
  --machine purchase                           only the walks of one chart
  --walk "purchase 3"                          only this one, as the report names it
  --lang ja                                    only in this language
  --pairs                                      walks over every two transitions that can follow each other
  --keep                                       lets the records of earlier runs stand in the report
  --accept                                     takes the controls and fields of the screens as they now are (surface.json)
  --report                                     walks nothing, makes the report of the records that are there`;

const root = resolve(import.meta.dirname, '../../..');

/** The lane and test file of each target; the file's name may be a prefix. */
const files = {
  charts: ['paths', 'test/paths/charts.test.ts'],
  screens: ['paths', 'test/paths/screens.test.ts'],
  chromium: ['browser', 'test/browser/charts'],
} as const satisfies Record<Ground, readonly [lane: string, file: string]>;

const isGround = (word: string): word is Ground => grounds.some((one) => one === word);

/** Runs a target's walks by its tests and returns the exit code; without a restriction all of them, as in a test run. */
const walkOn = async (ground: Ground, ask?: Ask): Promise<number> => {
  const [lane, file] =
    ground === 'charts' && ask?.pairs ? (['paths', 'test/paths/pairs.test.ts'] as const) : files[ground];
  // Built from the current sources.
  if (ground === 'chromium') await buildIfStale();
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', lane, file], {
    cwd: root,
    env: { ...process.env, ...(ask ? { WALKS: JSON.stringify(ask) } : { SURFACE: 'accept' }) },
    stdio: 'inherit',
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done(code ?? 1));
  });
};

/** Runs the command and returns the exit code, 1 if a walk differed from its plan. Throws on unknown arguments. */
export const run = async (words: readonly string[]): Promise<number> => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      ground: { type: 'string', multiple: true, default: ['charts', 'screens'] },
      ...{ machine: text, walk: text, lang: text, pairs: flag, keep: flag, accept: flag, report: flag, help: flag },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { machine, walk, lang, pairs } = values;
  const ask = { pairs, ...(machine && { machine }), ...(walk && { walk }), ...(lang && { lang }) };
  const unknown = values.ground.filter((word) => !isGround(word));
  if (unknown.length > 0) throw new Error(`There is no ground "${unknown[0]}". There are: ${grounds.join(', ')}.`);
  if (values.accept) return walkOn('screens');
  if (!values.report && !values.keep) rmSync(walksFolder, { recursive: true, force: true });
  let worst = 0;
  for (const ground of values.report ? [] : values.ground.filter(isGround))
    worst = Math.max(worst, await walkOn(ground, ask));
  console.log(makeReport());
  return worst;
};
