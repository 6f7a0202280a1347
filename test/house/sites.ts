import type { SeedSite } from '#server/catalogue/demo/types.ts';
import { type CustomerField, customerFields } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { OptionListName } from '#src/domain/options.ts';

/** An SVG's shapes without frame and colours, and its colours. */
export const drawingOf = (svg: string): { lines: string; colors: string[] } => {
  const paint = /(fill|stroke)="([^"]*)"/g;
  const colors = [...svg.matchAll(paint)].map(([, , color = '']) => color).filter((color) => color !== 'none');
  return { lines: svg.replace(/^<svg[^>]*>/, '').replace(paint, ''), colors: [...new Set(colors)] };
};

/** Letters that cannot occur in a text of the language, which show swapped rows. */
const strange: Partial<Record<Lang, RegExp>> = {
  ja: /\p{sc=Hangul}/u,
  'zh-hans': /\p{sc=Hangul}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
  kr: /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
  'zh-hant': /\p{sc=Hangul}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
};

const notLatin = /\p{sc=Hangul}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u;

/** Whether a text is not empty and in letters of the language. */
export const speaks = (text: string | undefined, lang: Lang): boolean =>
  !!text?.trim() && !(strange[lang] ?? notLatin).test(text);

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
