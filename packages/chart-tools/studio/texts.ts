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

/** Message ids of controls, from the place in the screens' sources right behind the event; some controls have none there. */
const idsByEvent = (): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const text of textsIn('src', /\.tsx$/)) {
    for (const [, event = '', behind = ''] of text.matchAll(/marks\('([\w.-]+)'((?:(?!marks\()[\s\S]){0,400})/g)) {
      const id = /\b(?:say|t)\('(\w+)'/.exec(behind.split('</')[0] ?? '')?.[1];
      if (id !== undefined) found.set(event, (found.get(event) ?? new Set()).add(id));
    }
  }
  return found;
};

export type ControlTexts = Readonly<Record<string, readonly Readonly<Record<Lang, string>>[]>>;

/** The ids of all messages, and a message in each language. */
export const readMessages = () => {
  const catalogues = langs.map((lang) => [lang, messages(lang)] as const);
  return {
    ids: new Set(catalogues.flatMap(([, texts]) => Object.keys(texts))),
    rowOf: (id: string) => Object.assign({}, ...catalogues.map(([lang, texts]) => ({ [lang]: texts[id] ?? '' }))),
  };
};

/** The labels of the controls that send an event, in each language: by event, one row for each label. */
export const readControlTexts = (): ControlTexts => {
  const { rowOf } = readMessages();
  return Object.fromEntries([...idsByEvent()].map(([event, ids]) => [event, [...ids].map(rowOf)]));
};
