import type { Messages } from '@lingui/core';
import { inEachLang, type Lang } from '#src/domain/lang.ts';
import type { Texts } from '#src/domain/shop.ts';

type File = { messages: Messages };

const first = import.meta.glob<File>('../../locales/*/messages.json', { query: '?first?lingui' });
const rest = import.meta.glob<File>('../../locales/*/messages.json', { query: '?rest?lingui' });
const fileOf = (files: typeof first, lang: Lang) => {
  const load = files[`../../locales/${lang}/messages.json`];
  if (!load) throw new Error(`locales/${lang}/messages.json is missing.`);
  return load;
};

/** `first`: texts of the shell and the first screen; `rest`: all others, loaded with another screen. */
export const messageFiles = inEachLang((lang) => ({ first: fileOf(first, lang), rest: fileOf(rest, lang) }));

/** Compiles texts of an operator; a malformed one is left out (docs/product.md#texts). */
export const compileTexts = async (texts: Texts): Promise<Messages> => {
  const rows = Object.entries(texts);
  if (rows.length === 0) return {};
  const { compileMessageOrThrow } = await import('#message-compiler');
  const compiled = rows.flatMap(([id, text]) => {
    try {
      return [[id, compileMessageOrThrow(text)] as const];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(compiled);
};
