import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { drawingOf } from '../drawing/drawing.ts';
import { jsonConfig, stubsText } from './config.ts';
import { statelyText } from './stately.ts';

type Write = (machine: AnyStateMachine, context: unknown) => string | Promise<string>;

/** Export formats: the files of a chart by their endings, each written with a sample context where it has one. */
const formats: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  svg: { svg: drawingOf },
  json: { json: jsonConfig, 'stubs.js': stubsText },
  stately: { 'stately.js': statelyText },
};

/**
 * Writes each chart in each format as `<folder>/<chart>.<ending>`, creating the folder, and returns the files; `contexts` has the
 * sample contexts by chart. Throws for an unknown format.
 */
export async function exportAll(
  machines: readonly AnyStateMachine[],
  names: readonly string[],
  folder: string,
  contexts: ReadonlyMap<string, unknown> = new Map(),
): Promise<string[]> {
  const wanted = names.flatMap((name) => {
    const format = formats[name.trim()];
    if (!format) throw new Error(`There is no format "${name}"; there are ${Object.keys(formats).join(', ')}.`);
    return Object.entries(format);
  });
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    machines.flatMap((machine) =>
      wanted.map(async ([ending, write]) => {
        const path = join(folder, `${machine.id}.${ending}`);
        writeFileSync(path, await write(machine, contexts.get(machine.id) ?? {}));
        return path;
      }),
    ),
  );
}
