import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Lang, langs } from 'ticket-store/src/domain/lang.ts';
import type { Graph } from '../drawing/graph.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const textsIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8'));

/** The doc comments of a chart's guards and actions, by name. */
export const docCommentsIn = (machine: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textsIn(`machines/${machine}`, /\.ts$/).flatMap((text) =>
      [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?(?:const )?(\w+)(?=\s*[:=(])/g)].map(
        ([, comment = '', name = '']) => [name, comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()],
      ),
    ),
  );

/** A chart's file, and the lines of its states and transitions there, from 1, by id: a branch has the line of its event. */
export const sourceOf = ({ id, states, transitions }: Graph) => {
  const file = `${root}machines/${id}/${id}.machine.ts`;
  const text = readFileSync(file, 'utf8').split('\n');
  const find = (start: number, isIt: (line: string) => boolean, end = text.length): number =>
    Math.max(
      start,
      text.findIndex((line, at) => at >= start && at < end && isIt(line)),
    );
  const has = (key: string, indent: number) => (line: string) =>
    [key, `'${key}'`].some((name) => line.startsWith(`${' '.repeat(indent)}${name}: `));
  const lines: Record<string, number> = {};
  for (const { id: state, key, parent } of states) {
    const indent = 4 * state.split('.').length - 4;
    const above = lines[parent ?? ''] ?? find(0, (line) => line.includes('createMachine({'));
    lines[state] = parent === null ? above : find(find(above, has('states', indent - 2)), has(key, indent));
  }
  const begins = Object.values(lines);
  for (const { id: transition, source, type } of transitions) {
    const start = lines[source] ?? 0;
    const end = begins.find((line) => line > start);
    const [, actor] = /^xstate\.\w+\.(?:actor\.)?(.+)$/.exec(type) ?? [];
    const names = type === '' ? ['always: '] : [`'${type}': `, `id: '${actor}'`];
    lines[transition] = find(start, (line) => names.some((name) => line.includes(name)), end);
  }
  return { file, lines: Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, line + 1])) };
};

const messages = (lang: Lang): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${root}locales/${lang}/messages.json`, 'utf8'));

/** The ids of all messages, and a message in each language. */
export const readMessages = () => {
  const catalogues = langs.map((lang) => [lang, messages(lang)] as const);
  return {
    ids: new Set(catalogues.flatMap(([, texts]) => Object.keys(texts))),
    rowOf: (id: string) => Object.assign({}, ...catalogues.map(([lang, texts]) => ({ [lang]: texts[id] ?? '' }))),
  };
};
