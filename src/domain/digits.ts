import { toLine } from './plain-text.ts';

const fullWidth = /[\uff01-\uff5e]/g;
const arabicIndic = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Converts full-width letters, digits and signs and Arabic-Indic digits to ASCII (docs/architecture.md#typed-digits), every blank
 * to a space, and removes controls and invisible characters, such as the direction marks that are copied along with a number.
 */
export const toAscii = (typed: string): string =>
  toLine(typed)
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(arabicIndic, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Parses a typed whole number; null if it is not one. */
export const toCount = (typed: string): number | null => {
  const ascii = toAscii(typed).trim();
  return /^\d{1,4}$/.test(ascii) ? Number(ascii) : null;
};
