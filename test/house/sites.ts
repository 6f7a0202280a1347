import type { Catalogue } from '#server/catalogue/schema.ts';
import type { Lang } from '#src/domain/lang.ts';

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

/** Names that occur more than once. */
export const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);
