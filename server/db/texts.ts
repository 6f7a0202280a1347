import { type Lang, langs } from '#src/domain/lang.ts';
import type { Wording } from './catalogue-tables.ts';

/** In: the words of a row and the language asked for. Out: that language's, else English, else Japanese, else any. */
export const wordsIn = <K extends string>(words: Wording<K>, lang: Lang): Record<K, string> => {
  for (const candidate of [lang, 'en', ...langs] as const) {
    const found = words[candidate];
    if (found) return found;
  }
  throw new Error('A row without any words.');
};
