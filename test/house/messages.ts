import { compileMessage } from '@lingui/message-utils/compileMessage';
import * as v from 'valibot';
import type { Lang } from '#src/domain/lang.ts';
import { readText } from './source.ts';

export type Catalogue = Readonly<Record<string, string>>;

/** The texts of a flat file of `locales`. */
export const readCatalogue = (lang: Lang, name = 'messages'): Catalogue =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(readText(`locales/${lang}/${name}.json`)));

/** Every text of a file of `locales` by its place in it. */
export const textsIn = (value: unknown, place = ''): [string, string][] => {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}/${key}`));
};

const gapsIn = (text: string): string =>
  [...text.matchAll(/\{\w+\}/g)]
    .map(([gap]) => gap)
    .sort()
    .join(' ');

/**
 * A line for each text that only one of two languages has, that is empty, or that has other placeholders or conditions than the
 * English one.
 */
export const textFaults = (english: unknown, other: unknown): string[] => {
  const [source, found] = [new Map(textsIn(english)), new Map(textsIn(other))];
  const unknown = [...found.keys()].filter((place) => !source.has(place)).map((place) => `${place} is not in English`);
  const faults = [...source].flatMap(([place, text]) => {
    const translation = found.get(place);
    if (translation === undefined) return [`${place} is missing`];
    if (translation.trim() === '' || (text.trim() === text && translation.trim() !== translation))
      return [`${place} is empty, or has spaces around it`];
    if (/\/(when|unless)$/.test(place) && text !== translation) return [`${place} is ${translation}, not ${text}`];
    const [wanted, actual] = [gapsIn(text), gapsIn(translation)];
    return wanted === actual ? [] : [`${place} wants ${wanted || 'no placeholder'} but has ${actual || 'none'}`];
  });
  return [...unknown, ...faults];
};

/** A line for each message of the first screen that needs Intl, whose first object takes a phone 50 ms: `select` does the same. */
export const slowFaults = (first: Catalogue): string[] =>
  Object.entries(first).flatMap(([id, text]) => {
    const [, format] = /\{\s*\w+\s*,\s*(plural|selectordinal|number|date|time)\b/.exec(text) ?? [];
    return format ? [`${id} uses ${format}: choose by select and write the number as {name}`] : [];
  });

/** Values that only choose a sentence (`select`): a language whose grammar does not need them leaves them out. */
const grammatical = new Set(['key', 'listed', 'kind']);

/**
 * Words that a term of locales/README.md replaces, and Korean particles that do not fit every value before them (prices and taxes
 * always end in 엔, so theirs are fixed).
 */
const replaced: Readonly<Partial<Record<Lang, RegExp>>> = {
  ja: /来場|来館|入館|当館|印のない日/,
  en: /\b(day of visit|visit (day|date|time)|days without a mark)\b/i,
  'zh-hans': /参观(日|时间|当天)|预约编号|没有标记/,
  kr: /관람일|방문일|관람 (일시|시간)|티켓 확보|지갑 (사용|화면)|\{((price|tax)\}(는|를|가|와|로)|(?!(price|tax)\})\w+\}(은|는|을|를|이|가|과|와|으로|로))(?![가-힣])/,
  'zh-hant': /參觀(日|時間|當天)|預約編號|金流|沒有標記/,
};

/** A line for each text that has a replaced word. */
export const termFaults = (lang: Lang, texts: Catalogue): string[] =>
  Object.entries(texts).flatMap(([id, text]) => {
    const found = replaced[lang]?.exec(text);
    return found ? [`${id} says “${found[0]}”: see the terms in locales/README.md`] : [];
  });

/** The names of a message's values, sorted. (The build rejects malformed messages.) */
export const valuesIn = (message: string): string[] => {
  const names = new Set<string>();
  const addFrom = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [name, , choices] = part;
    names.add(String(name));
    if (typeof choices !== 'object' || choices === null) return;
    for (const choice of Object.values(choices)) if (Array.isArray(choice)) choice.forEach(addFrom);
  };
  const compiled = compileMessage(message);
  if (Array.isArray(compiled)) compiled.forEach(addFrom);
  return [...names].filter((name) => !grammatical.has(name)).sort();
};

/** A line for each message that the second catalogue leaves empty or fills with other values. */
export const catalogueFaults = (source: Catalogue, other: Catalogue): string[] =>
  Object.entries(source).flatMap(([id, message]) => {
    const translation = other[id] ?? '';
    if (translation.trim() === '') return [`${id} is missing`];
    const wanted = valuesIn(message).join(', ');
    const actual = valuesIn(translation).join(', ');
    return wanted === actual ? [] : [`${id} wants {${wanted}} but has {${actual}}`];
  });
