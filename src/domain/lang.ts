import * as v from 'valibot';

/** Language codes the store accepts (docs/product.md#supported-languages); the order is the fallback order of the list. */
export const langs = ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'] as const;

export type Lang = (typeof langs)[number];

/** Built-in default language (docs/product.md#const-default-language). */
export const defaultLang: Lang = 'ja';

/** Language codes whose catalogue is complete and may be chosen; the build and the tests insist on every row. */
export const spokenLangs: readonly Lang[] = ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'];

export const LangSchema = v.picklist(langs);

/** BCP 47 tag for `<html lang>` and Intl: the store says `kr`, which is Kanuri to a browser (docs/architecture.md#language-tags). */
export const htmlLang: Record<Lang, string> = {
  ja: 'ja',
  en: 'en',
  'zh-hans': 'zh-Hans',
  kr: 'ko',
  'zh-hant': 'zh-Hant',
};

/** In: any value of an address, storage or field. Out: the language it names, or null. */
export const langOf = (value: unknown): Lang | null => (v.is(LangSchema, value) ? value : null);
