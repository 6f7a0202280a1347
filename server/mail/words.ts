import type { MailKind } from '#server/db/types.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SaleType } from '#src/domain/product.ts';
import { en } from './words/en.ts';
import { ja } from './words/ja.ts';
import { kr } from './words/kr.ts';
import { zhHans } from './words/zh-hans.ts';
import { zhHant } from './words/zh-hant.ts';

/** What a letter says in one language; words in braces are filled in. Glossary and tone: `locales/README.md`. */
export type LetterWords = {
  greeting: string;
  /** `link`: what the button says; null where there is nothing to open. `notes`: what to know, one paragraph each. */
  letters: Record<MailKind, { subject: string; lead: string; link: string | null; notes: readonly string[] }>;
  /** Of a refund: whether the order's tickets are good in spite of it. */
  refunded: { valid: string; invalid: string };
  terms: Record<'number' | 'product' | 'tickets' | 'sets' | 'coupon' | 'total' | 'refund', string>;
  /** What the visit is called, by what the ticket is sold by. */
  visit: Record<SaleType, string>;
  count: string;
  price: string;
  days: string;
  slot: string;
  link: string;
  contact: string;
  automatic: string;
};

/** The compiler counts languages and kinds of letters. */
export const letterWords: Record<Lang, LetterWords> = { ja, en, 'zh-hans': zhHans, kr, 'zh-hant': zhHant };

/** In: a text with words in braces, and what they stand for. Out: the text in one go: a value is never filled in itself. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
