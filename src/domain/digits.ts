const fullWidth = /[\uff01-\uff5e]/g;
const arabicIndic = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * In: what a visitor typed. Out: the same with full-width letters, digits and signs and Arabic-Indic digits in ASCII (docs/architecture.md#typed-digits), every blank a space, and without what shows nothing (direction marks and the like come along with a copied number).
 */
export const toAscii = (typed: string): string =>
  typed
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(arabicIndic, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/**
 * In: a typed telephone number. Out: its digits; spaces, hyphens of any width, brackets, dots and + are dropped, and the
 * (0) which some write behind a country's code.
 */
export const toPhoneDigits = (typed: string): string =>
  toAscii(typed)
    .replace(/^(\s*(?:\+|00)\d{1,3}[\s-]*)\(0\)/, '$1')
    .replace(/[\s\-\u2010-\u2015\u2212\u30fc\ufe63\uff70().+]/g, '');

/** In: a typed whole number. Out: the number, or null when it is not one. */
export const toCount = (typed: string): number | null => {
  const ascii = toAscii(typed).trim();
  return /^\d{1,4}$/.test(ascii) ? Number(ascii) : null;
};
