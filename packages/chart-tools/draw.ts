import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { isForbidden, stateNodes, transitionsOf } from './explore/definitions.ts';
import { exportAll } from './exports/files.ts';
import { staysInside } from './exports/graph.ts';
import { label, toMermaid } from './exports/mermaid.ts';

const howToRead = `Boxes are states, an arrow is what can happen in one: the event, and in brackets the fact that must hold; of several
arrows for one event the first whose fact holds is taken. \`done(x)\` and \`error(x)\` are the answers of what a state runs,
\`always\` is taken at once, "anywhere" stands for every state around it. What a state handles without leaving it stands
in the table.`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function shows(node: AnyStateNode): string {
  const meta: unknown = node.meta;
  if (typeof meta !== 'object' || meta === null) return '';
  if ('screen' in meta) return String(meta.screen);
  return 'child' in meta ? `whatever ${String(meta.child)} shows` : '';
}

function row(node: AnyStateNode): string {
  const name = node.path.join('.') || '(anywhere)';
  const inPlace = transitionsOf(node).filter((t) => staysInside(t) && !isForbidden(t));
  const runs = node.invoke.map(({ id }) => id).join(', ');
  const cells = [name, node.description ?? '', shows(node), node.tags.join(', '), runs, inPlace.map(label).join(', ')];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** The text of a machine's drawing; `file` is the machine's file name. */
export function chartText(machine: AnyStateMachine, file: string): string {
  const nodes = [machine.root, ...stateNodes(machine)];
  return `# ${machine.id}

${machine.root.description ?? ''}

Drawn from [${file}](${file}) by \`npm run tool -- chart draw\`; do not edit.

${howToRead}

\`\`\`mermaid
${toMermaid(machine)}
\`\`\`

| state | what it is | on screen | turn | runs | handled in place |
| --- | --- | --- | --- | --- | --- |
${nodes.map(row).join('\n')}
`;
}

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Writes the drawing of each machine beside it, `<folder>/<id>/<id>.md`, and returns the files that were outdated. With `check`
 * it writes nothing.
 */
export function drawAll(machines: readonly AnyStateMachine[], folder: string, check: boolean): string[] {
  return machines.flatMap((machine) => {
    const path = `${folder}/${machine.id}/${machine.id}.md`;
    const text = chartText(machine, `${machine.id}.machine.ts`);
    if (read(path) === text) return [];
    if (!check) writeFileSync(path, text);
    return [path];
  });
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
  const stale = drawAll(all, fileURLToPath(new URL('../../machines', import.meta.url)), values.check);
  if (stale.length > 0)
    console.log(`${values.check ? 'Stale drawings, run npm run tool -- chart draw' : 'Drawn'}:\n${stale.join('\n')}`);
  return values.check && stale.length > 0 ? 1 : 0;
};

if (import.meta.main) {
  process.exitCode = await draw().catch((thrown: unknown) => {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    return 2;
  });
}
