import type { Lang } from '#src/domain/lang.ts';
import { en } from './texts/en.ts';
import { ja } from './texts/ja.ts';
import { kr } from './texts/kr.ts';
import type { MailTexts } from './texts/mail-texts.ts';
import { zhHans } from './texts/zh-hans.ts';
import { zhHant } from './texts/zh-hant.ts';

/** The compiler checks that all languages and kinds of mails are there. */
export const mailTexts: Record<Lang, MailTexts> = { ja, en, 'zh-hans': zhHans, kr, 'zh-hant': zhHant };

/** Replaces all placeholders in one pass, so that placeholders inside values are not replaced. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
