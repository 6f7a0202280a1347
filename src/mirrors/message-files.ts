import type { Messages } from '@lingui/core';
import type { Lang } from '#src/domain/lang.ts';
import type { Texts } from '#src/domain/shop.ts';

type Load = () => Promise<{ messages: Messages }>;

/** `first`: texts of the shell and the first screen; `rest`: all others, loaded with another screen. */
export const messageFiles: Record<Lang, { first: Load; rest: Load }> = {
  ja: {
    first: () => import('#locales/ja/messages.json?first?lingui'),
    rest: () => import('#locales/ja/messages.json?rest?lingui'),
  },
  en: {
    first: () => import('#locales/en/messages.json?first?lingui'),
    rest: () => import('#locales/en/messages.json?rest?lingui'),
  },
  'zh-hans': {
    first: () => import('#locales/zh-hans/messages.json?first?lingui'),
    rest: () => import('#locales/zh-hans/messages.json?rest?lingui'),
  },
  kr: {
    first: () => import('#locales/kr/messages.json?first?lingui'),
    rest: () => import('#locales/kr/messages.json?rest?lingui'),
  },
  'zh-hant': {
    first: () => import('#locales/zh-hant/messages.json?first?lingui'),
    rest: () => import('#locales/zh-hant/messages.json?rest?lingui'),
  },
};

/** Compiles texts of an operator; a malformed one is left out (docs/architecture.md#server-texts). */
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
