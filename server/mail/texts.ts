import type { MailKind } from '#server/db/types.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SaleType } from '#src/domain/product.ts';
import { en } from './texts/en.ts';
import { ja } from './texts/ja.ts';
import { kr } from './texts/kr.ts';
import { zhHans } from './texts/zh-hans.ts';
import { zhHant } from './texts/zh-hant.ts';

/** Texts of mails in one language, with placeholders in braces. Terms and tone: `locales/README.md`. */
export type MailTexts = {
  greeting: string;
  /** `link`: label of the button; null when there is no link. `notes`: one paragraph each. */
  mails: Record<MailKind, { subject: string; lead: string; link: string | null; remarks: readonly string[] }>;
  /** For a refund: whether the order's tickets are still valid. */
  refunded: { valid: string; invalid: string };
  terms: Record<'number' | 'product' | 'tickets' | 'sets' | 'coupon' | 'total' | 'refund', string>;
  /** Label of the visit by sale type. */
  visit: Record<SaleType, string>;
  count: string;
  price: string;
  days: string;
  slot: string;
  link: string;
  contact: string;
  automatic: string;
};

/** The compiler checks that all languages and kinds of mails are there. */
export const mailTexts: Record<Lang, MailTexts> = { ja, en, 'zh-hans': zhHans, kr, 'zh-hant': zhHant };

/** Replaces all placeholders in one pass, so that placeholders inside values are not replaced. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
