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

/** Writes files of each machine: `stately` for both visualizers, `graph` for `xstate/graph`. */
const exporters = {
  stately: async () => {
    const { sampleContexts } = await import('./exports/graph.ts');
    const { sketchText, statelyText } = await import('./exports/stately.ts');
    const contexts = sampleContexts();
    return (machine: AnyStateMachine) => ({
      [`${machine.id}.stately.js`]: statelyText(machine, contexts.get(machine.id)),
      [`${machine.id}.sketch.mjs`]: sketchText(machine, contexts.get(machine.id)),
    });
  },
  graph: async () => {
    const { graphJson } = await import('./exports/graph.ts');
    return (machine: AnyStateMachine) => ({ [`${machine.id}.graph.json`]: graphJson(machine.id) });
  },
};
const isFormat = (name: string): name is keyof typeof exporters => name in exporters;

const exportAll = async (all: readonly AnyStateMachine[], name: string, folder: string): Promise<void> => {
  if (!isFormat(name)) throw new Error(`There is no format "${name}"; there are ${Object.keys(exporters).join(', ')}.`);
  const filesOf = await exporters[name]();
  mkdirSync(folder, { recursive: true });
  const files = all.flatMap((machine) => Object.entries(filesOf(machine)));
  for (const [file, text] of files) writeFileSync(join(folder, file), text);
  console.log(`${files.length} files in ${folder}`);
};

/** `npm run tool -- chart draw`: the drawings beside the charts, or files for other tools (`--export stately`, `--export graph`). */
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
    await exportAll(all, values.export, resolve(values.out));
    return 0;
  }
  const stale = await drawAll(all, values.check);
  if (stale.length === 0) return 0;
  console.log(`${values.check ? 'Stale drawings, run npm run tool -- chart draw' : 'Drawn'}:\n${stale.join('\n')}`);
  return values.check ? 1 : 0;
});
