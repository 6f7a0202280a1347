import fc, { type Arbitrary } from 'fast-check';

/**
 * Generators of what visitors type into fields, valid or not, with most values near the limits of the rules
 * (docs/product.md#validation-rules).
 */

/** Blanks of every width, and invisible characters. */
const blanks = [...' \t\n\u3000\u00a0\u2003\ufeff\u200b\u2060\u00ad\u3164\u2800'];
const blank = fc.constantFrom(...blanks);
const someBlank = fc.array(blank, { maxLength: 3 }).map((all) => all.join(''));
/** Usually nothing, sometimes a blank. */
const padding = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, someBlank);
const padded = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(padding, text, padding).map((all) => all.join(''));

/** Any character. fast-check's own unit `binary` prepares a table of a million first. */
export const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0x41 : code));

/** Any text that the database can store; NUL has a separate test. */
const anything = fc.string({ unit: character, maxLength: 20 }).map((text) => text.replaceAll('\0', ''));

/** Graphemes of one, two and more code points or code units. */
const letters = ['a', 'あ', '𠮷', '🎫', '👨‍👩‍👧', 'e\u0301', 'ﾀﾞ', '﨑', 'ß', 'ع', '-', ' '];
const nearLength = (limit: number): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...letters), fc.constantFrom(...letters), fc.integer({ min: limit - 2, max: limit + 2 }))
    .map(([letter, last, length]) => [...letter.repeat(length)].slice(0, length - 1).join('') + last);

/** Texts of about `limit` code points, blank ones, and any. */
export const textNear = (limit: number): Arbitrary<string> => fc.oneof(padded(nearLength(limit)), someBlank, anything);

/** The zero of each script's digits: of those that people type, and of lookalikes that the rules reject. */
const zeros = { latin: 0x30, fullWidth: 0xff10, arabic: 0x660, persian: 0x6f0, devanagari: 0x966, bold: 0x1d7ce };
const digitsOf = (zero: Arbitrary<number>, count: Arbitrary<number>): Arbitrary<string> =>
  count.chain((length) =>
    fc
      .array(fc.tuple(zero, fc.nat(9)), { minLength: length, maxLength: length })
      .map((all) => all.map(([from, digit]) => String.fromCodePoint(from + digit)).join('')),
  );
const acceptedZero = fc.constantFrom(zeros.latin, zeros.fullWidth, zeros.arabic, zeros.persian);
const anyZero = fc.constantFrom(...Object.values(zeros));

/** Digits of all widths, in all lengths, and near misses. */
export const digitsTyped: Arbitrary<string> = fc.oneof(
  digitsOf(acceptedZero, fc.nat(14)),
  digitsOf(anyZero, fc.nat(4)),
  padded(digitsOf(acceptedZero, fc.nat(4))),
  fc.constantFrom('', '-1', '1.5', '1e3', '٣', '²', '①', '十', '0x1f'),
  anything,
);

const separators = [...'- 　ー－−‐ｰ().+＋\u202d\u202c~/#x'];
/** Telephone numbers of 8 to 13 digits in the usual groupings. */
export const phoneTyped: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: padded(digitsOf(acceptedZero, fc.integer({ min: 8, max: 13 }))) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...separators.slice(0, -4), ''), digitsOf(acceptedZero, fc.nat(5))), {
        maxLength: 4,
      })
      .map((groups) => groups.flat().join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        digitsOf(anyZero, fc.integer({ min: 4, max: 6 })),
        fc.constantFrom(...separators),
        digitsOf(acceptedZero, fc.nat(6)),
      )
      .map((all) => all.join('')),
  },
  { weight: 1, arbitrary: someBlank },
  { weight: 1, arbitrary: anything },
);

/** The same text in full width. */
export const wide = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const label = fc.oneof(
  fc.constantFrom('example', 'museum', 'xn--r8jz45g', 'a', '1', '例え', '-a', 'a-', 'a_b', ''),
  fc.integer({ min: 62, max: 64 }).map((length) => 'd'.repeat(length)),
);
const local = fc.oneof(
  fc.constantFrom('hanako', 'a.b', 'a..b', '.a', 'a.', "o'neil", 'a+b', '"a b"', 'はなこ', 'a b', 'a@b', ''),
  fc.integer({ min: 63, max: 65 }).map((length) => 'l'.repeat(length)),
);
const ending = fc.constantFrom('.jp', '.jp', '.co.jp', '.c', '', '.', '.123', '。jp', '..jp');
const mail = fc.tuple(local, fc.constantFrom('@', '@', '@', '@', '＠', ''), label, ending).map((all) => all.join(''));
/** Addresses around the maximum length of 254 characters. */
const longMail = fc.integer({ min: 252, max: 256 }).map((length) => {
  const domain = `${'d'.repeat(60)}.`.repeat(3);
  return `l@${domain}${'e'.repeat(length - domain.length - 5)}.jp`.replace(
    /e{64,}/,
    (run) => `${run.slice(0, -32)}.${run.slice(-31)}`,
  );
});
/** Mail addresses at the limits of the format, in both widths. */
export const mailTyped: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: padded(mail) },
  { weight: 3, arbitrary: padded(fc.constantFrom('hanako@example.jp', 'HANAKO@EXAMPLE.JP', 'a..b@docomo.example.jp')) },
  { weight: 2, arbitrary: mail.map(wide) },
  { weight: 2, arbitrary: longMail },
  { weight: 1, arbitrary: someBlank },
  { weight: 1, arbitrary: anything },
);
