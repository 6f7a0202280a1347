import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Lang, langs } from 'ticket-store/src/domain/lang.ts';

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
