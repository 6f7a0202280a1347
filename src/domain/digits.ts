import { toLine } from './plain-text.ts';

const fullWidth = /[\uff01-\uff5e]/g;
const arabicIndic = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Converts full-width letters, digits and marks and Arabic-Indic digits to ASCII (docs/product.md#validation-rules), every blank
 * to a space, and removes controls and invisible characters, such as the direction marks that are copied along with a number.
 */
export const toAscii = (typed: string): string =>
  toLine(typed)
    .replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(arabicIndic, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Dashes of every script and their look-alikes on Japanese and Korean keyboards, the middle dots, brackets and quotes. */
const betweenGroups =
  /[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}.+'"_\-\u058a\u05be\u1806\u2010-\u2015\u2212\u02d7\u2043\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2574\u2576\u2578\u257a\u2796\u2e3a\u2e3b\u30a0\u30fb\u30fc\u1173\u3161\u4e00\u2f00\u00b7\u0387\u2022\u2027\u2219\u22c5\u3002]/gu;

/** The letters and digits of a typed number or code, without what stands between its groups. */
export const ungrouped = (typed: string): string => toAscii(typed.normalize('NFKC')).replace(betweenGroups, '');

/** Parses a typed whole number; null if it is not one. */
export const toCount = (typed: string): number | null => {
  const ascii = toAscii(typed).trim();
  return /^\d{1,4}$/.test(ascii) ? Number(ascii) : null;
};
