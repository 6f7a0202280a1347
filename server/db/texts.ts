import { type Lang, langs } from '#src/domain/lang.ts';
import type { LocalizedTexts } from './catalogue-tables.ts';

/** Texts of a row in `lang`, else in English, Japanese or any language there is. */
export const pickTexts = <K extends string>(texts: LocalizedTexts<K>, lang: Lang): Record<K, string> => {
  for (const candidate of [lang, 'en', ...langs] as const) {
    const found = texts[candidate];
    if (found) return found;
  }
  throw new Error('A row without any words.');
};
