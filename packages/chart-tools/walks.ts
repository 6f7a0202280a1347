/** `npm run tool -- chart walks`: runs generated walks on the charts, the screens or in Chromium; see `-- --help`. */
import { parseArgs } from 'node:util';
import { buildIfStale } from 'ticket-store/server/build.mjs';
import { run } from 'ticket-store/server/core/install.mjs';
import { runCommand } from './walks/run-command.ts';
import { type Selection, type Target, targets } from './walks/selection.ts';

const help = `npm run tool -- chart walks --target screens               walks every chart on the screens
  --target ${targets.join(' | ')}             the bare charts; the screens in happy-dom; Chromium and the real server
                                               may be repeated; default: charts and screens
  --machine purchase                           only the walks of one chart
  --walk "purchase 3"                          only this one, as a failing one is named
  --lang ja                                    only in this language
  --accept                                     accepts the current controls and fields of the screens (surface.json)`;

/** The lane and test file of each target, by its whole name: others may not be drawn (test/tools/drawn.ts). */
const files = {
  charts: ['paths', 'test/paths/charts.test.ts'],
  screens: ['paths', 'test/paths/screens.test.ts'],
  chromium: ['browser-isolated', 'test/browser/charts.test.ts'],
} as const satisfies Record<Target, readonly [lane: string, file: string]>;

const isTarget = (name: string): name is Target => targets.some((one) => one === name);

/** Runs a target's walks by its tests and returns the exit code; without a selection all of them, which are accepted. */
const walkOn = async (target: Target, selection?: Selection): Promise<number> => {
  const [lane, file] = files[target];
  // Built from the current sources.
  if (target === 'chromium') await buildIfStale();
  const env = { ...process.env, ...(selection && { WALKS: JSON.stringify(selection) }) };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...(selection ? [] : ['--update'])];
  return run(process.execPath, [...vitest, '--project', lane, file], { env });
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true, default: ['charts', 'screens'] },
      ...{ machine: text, walk: text, lang: text },
      ...{ accept: flag, help: flag },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { machine, walk, lang } = values;
  const selection = { ...(machine && { machine }), ...(walk && { walk }), ...(lang && { lang }) };
  const unknown = values.target.find((name) => !isTarget(name));
  if (unknown !== undefined) throw new Error(`There is no target "${unknown}". There are: ${targets.join(', ')}.`);
  if (values.accept) return walkOn('screens');
  let worst = 0;
  for (const target of values.target.filter(isTarget)) worst = Math.max(worst, await walkOn(target, selection));
  return worst;
});
