import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { jsonOf } from './json.ts';
import { toMermaid } from './mermaid.ts';
import { scxmlOf } from './scxml.ts';
import { svgOf } from './svg.ts';

type Format = {
  readonly ending: string;
  readonly type: string;
  readonly write: (machine: AnyStateMachine) => string | Promise<string>;
};

/** Export formats: file ending and media type. */
export const formats: Readonly<Record<string, Format>> = {
  svg: { ending: 'svg', type: 'image/svg+xml', write: (machine) => svgOf(machine) },
  mermaid: { ending: 'mmd', type: 'text/plain; charset=utf-8', write: (machine) => `${toMermaid(machine)}\n` },
  scxml: { ending: 'scxml', type: 'application/scxml+xml', write: scxmlOf },
  json: { ending: 'json', type: 'application/json', write: jsonOf },
};

/**
 * Writes each chart in each format as `<folder>/<chart>.<ending>`, creating the folder, and returns the files. Throws for an
 * unknown format.
 */
export async function exportAll(
  machines: readonly AnyStateMachine[],
  names: readonly string[],
  folder: string,
): Promise<string[]> {
  const wanted = names.map((name) => {
    const format = formats[name.trim()];
    if (!format) throw new Error(`There is no format "${name}"; there are ${Object.keys(formats).join(', ')}.`);
    return format;
  });
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    machines.flatMap((machine) =>
      wanted.map(async ({ ending, write }) => {
        const path = join(folder, `${machine.id}.${ending}`);
        writeFileSync(path, await write(machine));
        return path;
      }),
    ),
  );
}
