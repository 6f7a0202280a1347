import { type Lang, langs } from '#src/domain/lang.ts';
import type { Wording } from './catalogue-tables.ts';

/** Texts of a row in `lang`, else in English, Japanese or any language there is. */
export const wordsIn = <K extends string>(words: Wording<K>, lang: Lang): Record<K, string> => {
  for (const candidate of [lang, 'en', ...langs] as const) {
    const found = words[candidate];
    if (found) return found;
  }
  throw new Error('A row without any words.');
};
