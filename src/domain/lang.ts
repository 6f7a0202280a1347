import * as v from 'valibot';

/** Language codes the store accepts (docs/product.md#supported-languages), in the fallback sequence of the list. */
export const langs = ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'] as const;

export type Lang = (typeof langs)[number];

/** Built-in default language (docs/product.md#const-default-language). */
export const defaultLang: Lang = 'ja';

/** Language codes that may be chosen, because their message catalogue is complete; build and tests check each row. */
export const spokenLangs: readonly Lang[] = ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'];

export const LangSchema = v.picklist(langs);

/**
 * BCP 47 tag for `<html lang>` and Intl: the store uses `kr`, which means Kanuri in BCP 47 (docs/architecture.md#language-tags).
 */
export const htmlLang: Record<Lang, string> = {
  ja: 'ja',
  en: 'en',
  'zh-hans': 'zh-Hans',
  kr: 'ko',
  'zh-hant': 'zh-Hant',
};

/** The language code in a value of an address, storage or a field; null if it is none. */
export const langOf = (value: unknown): Lang | null => {
  const code = typeof value === 'string' ? /^[a-z-]*/.exec(value)?.[0] : null;
  return v.is(LangSchema, code) ? code : null;
};

/** The language of a name that the operator gives in one language alone: Japanese on the pages of another, else undefined. */
export const langOfName = (name: string, pageLang: Lang): 'ja' | undefined =>
  pageLang !== 'ja' && /[\p{Script=Hiragana}\p{Script=Katakana}\u4e00-\u9fff]/u.test(name) ? 'ja' : undefined;
