import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import { drawingOf } from './drawing/drawing.ts';
import { exportAll } from './exports/files.ts';
import { runCommand } from './walks/run-command.ts';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Writes the drawing of each machine beside it, `<folder>/<id>/<id>.svg`, and returns the files that were outdated. With `check`
 * it writes nothing.
 */
export async function drawAll(machines: readonly AnyStateMachine[], folder: string, check: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const machine of machines) {
    const path = `${folder}/${machine.id}/${machine.id}.svg`;
    const text = await drawingOf(machine);
    if (read(path) === text) continue;
    if (!check) writeFileSync(path, text);
    stale.push(path);
  }
  return stale;
}

/** `npm run tool -- chart draw`: the drawings beside the charts, or files for other programs (`--export`). */
const draw = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      export: { type: 'string' },
      out: { type: 'string', default: 'reports/charts' },
      machine: { type: 'string' },
    },
  });
  const { machines } = await import('ticket-store/machines/index.ts');
  const all: readonly AnyStateMachine[] = Object.values(machines);
  if (values.export !== undefined) {
    const wanted = all.filter(({ id }) => values.machine === undefined || id === values.machine);
    const { sampleContexts } = await import('./exports/sample-contexts.ts');
    const files = await exportAll(wanted, values.export.split(','), resolve(values.out), sampleContexts());
    console.log(`${files.length} files in ${resolve(values.out)}`);
    return files.length === 0 ? 1 : 0;
  }
  const stale = await drawAll(all, fileURLToPath(new URL('../../machines', import.meta.url)), values.check);
  if (stale.length > 0)
    console.log(`${values.check ? 'Stale drawings, run npm run tool -- chart draw' : 'Drawn'}:\n${stale.join('\n')}`);
  return values.check && stale.length > 0 ? 1 : 0;
};

if (import.meta.main) await runCommand(draw);
