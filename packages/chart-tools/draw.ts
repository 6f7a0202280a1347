import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machines } from 'ticket-store/machines/index.ts';
import type { AnyStateMachine } from 'xstate';
import { drawingOf } from './drawing/drawing.ts';
import { runCommand } from './walks/run-command.ts';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Writes the drawing of each machine beside it, and returns the files that were outdated; with `check` it writes nothing. */
const drawAll = async (all: readonly AnyStateMachine[], check: boolean): Promise<string[]> => {
  const stale: string[] = [];
  for (const machine of all) {
    const path = fileURLToPath(new URL(`../../machines/${machine.id}/${machine.id}.svg`, import.meta.url));
    const text = await drawingOf(machine);
    if (read(path) === text) continue;
    if (!check) writeFileSync(path, text);
    stale.push(path);
  }
  return stale;
};

/** Writes a file of each machine for the public visualizer. */
const exportAll = async (all: readonly AnyStateMachine[], folder: string): Promise<void> => {
  const { sampleContexts } = await import('./exports/sample-contexts.ts');
  const { statelyText } = await import('./exports/stately.ts');
  const contexts = sampleContexts();
  mkdirSync(folder, { recursive: true });
  for (const machine of all)
    writeFileSync(join(folder, `${machine.id}.stately.js`), statelyText(machine, contexts.get(machine.id)));
  console.log(`${all.length} files in ${folder}`);
};

/** `npm run tool -- chart draw`: the drawings beside the charts, or files for the public visualizer (`--export stately`). */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      export: { type: 'string' },
      out: { type: 'string', default: 'reports/charts' },
    },
  });
  const all: readonly AnyStateMachine[] = Object.values(machines);
  if (values.export !== undefined) {
    if (values.export !== 'stately') throw new Error(`There is no format "${values.export}"; there is stately.`);
    await exportAll(all, resolve(values.out));
    return 0;
  }
  const stale = await drawAll(all, values.check);
  if (stale.length > 0)
    console.log(`${values.check ? 'Stale drawings, run npm run tool -- chart draw' : 'Drawn'}:\n${stale.join('\n')}`);
  return values.check && stale.length > 0 ? 1 : 0;
});
