import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { label, staysInside, toMermaid } from './draw.ts';
import { isForbidden, stateNodes, transitionsOf } from './explore/definitions.ts';

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

/** In: a machine and the name of its file. Out: the text of its drawing. */
export function chartText(machine: AnyStateMachine, file: string): string {
  const nodes = [machine.root, ...stateNodes(machine)];
  return `# ${machine.id}

${machine.root.description ?? ''}

Drawn from [${file}](${file}) by \`npm run charts\`; do not edit.

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
 * Writes the drawing of each machine beside it, `<folder>/<id>/<id>.md`; when only checking it writes nothing.
 * In: machines, the folder of the rooms. Out: the files that were not fresh.
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

if (import.meta.main) {
  const { machines } = await import('#machines/index.ts');
  const check = process.argv.includes('--check');
  const stale = drawAll(Object.values(machines), fileURLToPath(new URL('../../machines', import.meta.url)), check);
  if (stale.length > 0) console.log(`${check ? 'Stale drawings, run npm run charts' : 'Drawn'}:\n${stale.join('\n')}`);
  process.exitCode = check && stale.length > 0 ? 1 : 0;
}
