const arabicIndic = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * In: what a visitor typed. Out: the same with full-width letters and digits and Arabic-Indic digits in ASCII
 * (DESIGN §5). NFKC alone leaves Arabic-Indic digits as they are.
 */
export const toAscii = (typed: string): string =>
  typed.normalize('NFKC').replace(arabicIndic, (digit) => String(digit.charCodeAt(0) & 0xf));

/** In: a typed telephone number. Out: its digits; spaces, hyphens of any width, brackets, dots and + are dropped. */
export const toPhoneDigits = (typed: string): string =>
  toAscii(typed).replace(/[\s\-\u2010-\u2015\u2212\u30fc\uff70().+]/g, '');

/** In: a typed whole number. Out: the number, or null when it is not one. */
export const toCount = (typed: string): number | null => {
  const ascii = toAscii(typed).trim();
  return /^\d{1,4}$/.test(ascii) ? Number(ascii) : null;
};
