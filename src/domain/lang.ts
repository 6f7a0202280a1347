import * as v from 'valibot';

/**
 * The languages of the shop in the sequence of fallbacks, with their BCP 47 tags for `<html lang>` and Intl: the shop's codes are
 * others, `kr` means Kanuri in BCP 47 (docs/product.md#supported-languages). A further language: locales/README.md.
 */
export const htmlLang = {
  ja: 'ja',
  en: 'en',
  'zh-hans': 'zh-Hans',
  kr: 'ko',
  'zh-hant': 'zh-Hant',
} as const satisfies Readonly<Record<string, string>>;

export type Lang = keyof typeof htmlLang;

/** Language codes the store accepts (docs/product.md#supported-languages). */
export const langs = Object.keys(htmlLang) as readonly Lang[];

/** Built-in default language (docs/product.md#const-default-language). */
export const defaultLang: Lang = 'ja';

export const LangSchema = v.picklist(langs);

export const inEachLang = <T>(valueIn: (lang: Lang) => T): Record<Lang, T> =>
  Object.fromEntries(langs.map((lang) => [lang, valueIn(lang)])) as Record<Lang, T>;

/** The language code at the start of a value of an address, storage or a field: programs append to links. Null if it is none. */
export const langOf = (value: unknown): Lang | null => {
  const code = typeof value === 'string' ? /^[a-z-]*/.exec(value)?.[0] : null;
  return v.is(LangSchema, code) ? code : null;
};

/** The language of a name that the operator gives in one language alone: Japanese on the pages of another, else undefined. */
export const langOfName = (name: string, pageLang: Lang): 'ja' | undefined =>
  pageLang !== 'ja' && /[\p{Script=Hiragana}\p{Script=Katakana}\u4e00-\u9fff]/u.test(name) ? 'ja' : undefined;
