import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedSite } from '#server/seed/types.ts';
import { type CustomerField, customerFields } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { OptionListName } from '#src/domain/options.ts';
import { root } from './source.ts';

/** What a logo must not contain: text in a font, code, external resources. */
const foreign = /<(text|script|style|image|use|foreignObject|animate\w*|set)\b|\b(href|on\w+)\s*=|url\(|<!|&/i;
const attribute = (svg: string, name: string) => new RegExp(`^<svg[^>]*\\s${name}="([^"]*)"`).exec(svg)?.[1] ?? '';
const near = (a: number, b: number) => Math.abs(a - b) <= 1;

/** A line for each fault of an SVG; `height` and `width` are the settings' size in px. */
export const svgFaults = (svg: string, height: number, width?: number): string[] => {
  const number = (name: string) => Number(attribute(svg, name));
  const [left, top, boxWidth = 0, boxHeight = 1] = attribute(svg, 'viewBox').split(' ').map(Number);
  return [
    ...(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>[\s\S]*<\/svg>\s*$/.test(svg) ? [] : ['is no SVG']),
    ...(/<(path|circle|rect|polygon|line)\b/.test(svg) ? [] : ['draws nothing']),
    ...(foreign.test(svg) ? [`contains ${foreign.exec(svg)?.[0]}`] : []),
    ...(number('height') === height ? [] : [`is ${number('height')} high, the settings say ${height}`]),
    ...(width === undefined || number('width') === width
      ? []
      : [`is ${number('width')} wide, the settings say ${width}`]),
    ...(left === 0 && top === 0 && near((boxWidth / boxHeight) * number('height'), number('width'))
      ? []
      : ['is drawn askew']),
  ];
};

/** The text of a logo's file, '' if it is missing or larger than 2 kB. */
export const logoAt = (address: string): string => {
  const path = join(root, 'public', address);
  return existsSync(path) && statSync(path).size < 2048 ? readFileSync(path, 'utf8') : '';
};

/** An SVG's shapes without frame and colours, and its colours. */
export const drawingOf = (svg: string): { lines: string; colors: string[] } => {
  const paint = /(fill|stroke)="([^"]*)"/g;
  const colors = [...svg.matchAll(paint)].map(([, , color = '']) => color).filter((color) => color !== 'none');
  return { lines: svg.replace(/^<svg[^>]*>/, '').replace(paint, ''), colors: [...new Set(colors)] };
};

/** Letters that cannot occur in a text of the language, which show swapped rows. */
const strange: Record<Lang, RegExp> = {
  ja: /\p{sc=Hangul}/u,
  en: /\p{sc=Hangul}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
  'zh-hans': /\p{sc=Hangul}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
  kr: /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
  'zh-hant': /\p{sc=Hangul}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
};

/** Whether a text is not empty and in letters of the language. */
export const speaks = (text: string | undefined, lang: Lang): boolean => !!text?.trim() && !strange[lang].test(text);

type Texts = Record<Lang, Readonly<Record<string, string>>>;

/** Every row of texts of a site's seed, with its position. */
const rowsOf = (seed: SeedSite): [string, Texts][] => [
  ...seed.products.flatMap(({ key, words, options }): [string, Texts][] => [
    [key, words],
    ...options.map((option): [string, Texts] => [`${key}-${option.key}`, option.words]),
  ]),
  ...seed.sets.map(({ key, words }): [string, Texts] => [key, words]),
  ...seed.methods.map(({ id, words }): [string, Texts] => [id, words]),
  ['texts', seed.texts],
];

/** A line for each text of a site's seed that is missing or in another language. */
export const textFaults = (seed: SeedSite, lang: Lang): string[] =>
  rowsOf(seed).flatMap(([row, words]) => {
    const names = new Set(Object.values(words).flatMap(Object.keys));
    // A note may be empty; the sponsor of a product is named in every language or in none.
    const mayLack = (name: string) =>
      name === 'note' || (name === 'naming_right' && Object.values(words).every((one) => one[name] === ''));
    return [...names]
      .filter((name) => words[lang][name] !== '' || !mayLack(name))
      .filter((name) => !speaks(words[lang][name], lang))
      .map((name) => `${row}.${name}`);
  });

const lists: Record<CustomerField, readonly (OptionListName | null)[]> = {
  fullname: [null],
  email: [null],
  phone: [null],
  gender: ['genders', 'genders_two'],
  age: ['age_bands', 'age_bands_fine'],
  resident_area: [null, 'residence_areas', 'prefectures', 'countries', 'asia'],
  address: [null],
  questionnaire1: [null],
  questionnaire2: [null],
  questionnaire3: [null],
  mail_magazine: [null],
};

/** A line for each fault of a site's field templates. */
export const fieldFaults = (fields: SeedSite['fields']): string[] => [
  ...customerFields
    .map((field) => ({ field, times: fields.filter((row) => row.field === field).length }))
    .filter(({ times }) => times !== 1)
    .map(({ field, times }) => `${field} stands ${times} times`),
  ...fields.filter(({ field, list }) => !lists[field].includes(list)).map(({ field, list }) => `${field} as ${list}`),
  ...fields.filter(({ shown, required }) => required && !shown).map(({ field }) => `${field} is required unseen`),
  // A ticket has a name on it and is sent by mail.
  ...fields
    .filter(({ field, required }) => (field === 'fullname' || field === 'email') && !required)
    .map(({ field }) => `${field} is not required`),
];

/** Names that occur more than once. */
export const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);
