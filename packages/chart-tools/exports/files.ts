import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { jsonConfig, stubsText } from './config.ts';
import { toMermaid } from './mermaid.ts';
import { statelyText } from './stately.ts';
import { svgOf } from './svg.ts';

type Write = (machine: AnyStateMachine, context?: unknown) => string | Promise<string>;
type Format = {
  readonly ending: string;
  readonly type: string;
  /** The file's text, with a sample context where the format has one. */
  readonly write: Write;
  /** Files that lie beside it, by their endings. */
  readonly beside?: Readonly<Record<string, Write>>;
};

/** Export formats: file ending and media type. */
export const formats: Readonly<Record<string, Format>> = {
  svg: { ending: 'svg', type: 'image/svg+xml', write: (machine) => svgOf(machine) },
  mermaid: { ending: 'mmd', type: 'text/plain; charset=utf-8', write: (machine) => `${toMermaid(machine)}\n` },
  json: { ending: 'json', type: 'application/json', write: jsonConfig, beside: { 'stubs.js': stubsText } },
  stately: { ending: 'stately.js', type: 'text/javascript', write: statelyText },
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
  const wanted = names.map((name) => {
    const format = formats[name.trim()];
    if (!format) throw new Error(`There is no format "${name}"; there are ${Object.keys(formats).join(', ')}.`);
    return format;
  });
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    machines.flatMap((machine) =>
      wanted.flatMap(({ ending: own, write: main, beside }) =>
        Object.entries({ [own]: main, ...beside }).map(async ([ending, write]) => {
          const path = join(folder, `${machine.id}.${ending}`);
          writeFileSync(path, await write(machine, contexts.get(machine.id) ?? {}));
          return path;
        }),
      ),
    ),
  );
}
