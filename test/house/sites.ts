import type { Catalogue } from '#server/catalogue/schema.ts';
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

type Texts = Readonly<Partial<Record<Lang, Readonly<Record<string, string>> | undefined>>>;

/** Every row of texts of a site's catalogue, with its id. */
const rowsOf = ({ products, set_products, payment_methods, coupons, texts }: Catalogue): [string, Texts][] => [
  ...products.flatMap(({ uuid, words, options }): [string, Texts][] => [
    [uuid, words],
    ...options.map((option): [string, Texts] => [option.id, option.words]),
  ]),
  ...set_products.map(({ uuid, words }): [string, Texts] => [uuid, words]),
  ...payment_methods.map(({ id, words }): [string, Texts] => [id, words]),
  ...coupons.map(({ code, words }): [string, Texts] => [code, words]),
  ['texts', texts],
];

/** A line for each text of a site's catalogue that is missing or in another language. */
export const textFaults = (catalogue: Catalogue, lang: Lang): string[] =>
  rowsOf(catalogue).flatMap(([row, words]) => {
    const names = new Set(Object.values(words).flatMap((texts) => Object.keys(texts ?? {})));
    // A note may be empty; the sponsor of a product is named in every language or in none.
    const mayLack = (name: string) =>
      name === 'note' || (name === 'naming_right' && Object.values(words).every((one) => one?.[name] === ''));
    return [...names]
      .filter((name) => words[lang]?.[name] !== '' || !mayLack(name))
      .filter((name) => !speaks(words[lang]?.[name], lang))
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
export const fieldFaults = (fields: Catalogue['field_templates']): string[] => [
  ...customerFields
    .map((field) => ({ field, times: fields.filter((row) => row.field_name === field).length }))
    .filter(({ times }) => times !== 1)
    .map(({ field, times }) => `${field} stands ${times} times`),
  ...fields
    .filter(({ field_name, list }) => !lists[field_name].includes(list))
    .map(({ field_name, list }) => `${field_name} as ${list}`),
  ...fields
    .filter(({ is_display, is_require }) => is_require && !is_display)
    .map(({ field_name }) => `${field_name} is required unseen`),
  // A ticket has a name on it and is sent by mail.
  ...fields
    .filter(({ field_name, is_require }) => (field_name === 'fullname' || field_name === 'email') && !is_require)
    .map(({ field_name }) => `${field_name} is not required`),
];

/** Names that occur more than once. */
export const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);
