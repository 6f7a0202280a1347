import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { graphOf } from '../exports/graph.ts';

/** A note on a chart, a state or an event: its paragraphs. */
export type Note = { readonly about: string; readonly paragraphs: readonly string[] };

const machines = fileURLToPath(new URL('../../../machines/', import.meta.url));

/**
 * Reads notes: `# purchase` about the chart, `## sign-in.editing` about a state, `## customer.submit` about an event, each
 * followed by paragraphs.
 */
export const readNotes = (text: string): Note[] =>
  text
    .split(/^#{1,2} /m)
    .slice(1)
    .map((section) => {
      const [about = '', ...lines] = section.split('\n');
      const paragraphs = lines
        .join('\n')
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
        .filter(Boolean);
      return { about: about.trim(), paragraphs };
    });

/** The notes beside a chart: `machines/<chart>/<chart>.notes.md`. */
export const notesOf = (chart: string): Note[] => {
  const path = `${machines}${chart}/${chart}.notes.md`;
  return existsSync(path) ? readNotes(readFileSync(path, 'utf8')) : [];
};

/** What is wrong with notes: headings that name nothing of the chart, and headings without a text. */
export const faultsOfNotes = (machine: AnyStateMachine, notes: readonly Note[]): string[] => {
  const { id, states, transitions } = graphOf(machine);
  const known = new Set([
    id,
    ...states.map((state) => state.id.slice(id.length + 1)),
    ...transitions.map(({ event }) => event),
  ]);
  return notes.flatMap(({ about, paragraphs }) => [
    ...(known.has(about) ? [] : [`${id}.notes.md: "${about}" is no state and no event of the chart`]),
    ...(paragraphs.length > 0 ? [] : [`${id}.notes.md: nothing is said about "${about}"`]),
  ]);
};
