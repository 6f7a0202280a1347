import fc, { type Arbitrary } from 'fast-check';
import { optionLists } from '#src/domain/option-lists.ts';

/** What visitors type into fields, and what they should not: weighted towards the edges of the rules (docs/product.md#validation-rules). */

/** Blanks of every width, and characters that show nothing. */
const blanks = [
  ' ',
  '\t',
  '\n',
  '\u3000',
  '\u00a0',
  '\u2003',
  '\ufeff',
  '\u200b',
  '\u2060',
  '\u00ad',
  '\u3164',
  '\u2800',
];
const blank = fc.constantFrom(...blanks);
const someBlank = fc.array(blank, { maxLength: 3 }).map((all) => all.join(''));
/** Mostly nothing; sometimes a blank that came along. */
const padding = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, someBlank);
const padded = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(padding, text, padding).map((all) => all.join(''));

/** Any text a database can keep; what it cannot is a test of its own. */
const anything = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', ''));

/** One, two and more code points or units that look like one character. */
const letters = ['a', 'あ', '𠮷', '🎫', '👨‍👩‍👧', 'e\u0301', 'ﾀﾞ', '﨑', 'ß', 'ع', '-', ' '];
const nearLength = (limit: number): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...letters), fc.constantFrom(...letters), fc.integer({ min: limit - 2, max: limit + 2 }))
    .map(([letter, last, length]) => [...letter.repeat(length)].slice(0, length - 1).join('') + last);

/** In: the limit of a text. Out: texts of about that many code points, blank ones, and any. */
export const textNear = (limit: number): Arbitrary<string> => fc.oneof(padded(nearLength(limit)), someBlank, anything);

/** Zeros of the digits people type, and of some that look like digits but are not meant by the rules. */
const zeros = { latin: 0x30, fullWidth: 0xff10, arabic: 0x660, persian: 0x6f0, devanagari: 0x966, bold: 0x1d7ce };
const digitsOf = (zero: Arbitrary<number>, count: Arbitrary<number>): Arbitrary<string> =>
  count.chain((length) =>
    fc
      .array(fc.tuple(zero, fc.nat(9)), { minLength: length, maxLength: length })
      .map((all) => all.map(([from, digit]) => String.fromCodePoint(from + digit)).join('')),
  );
const meant = fc.constantFrom(zeros.latin, zeros.fullWidth, zeros.arabic, zeros.persian);
const anyZero = fc.constantFrom(...Object.values(zeros));

/** Digits of all widths, few to many, and what is nearly that. */
export const digitsTyped: Arbitrary<string> = fc.oneof(
  digitsOf(meant, fc.nat(14)),
  digitsOf(anyZero, fc.nat(4)),
  padded(digitsOf(meant, fc.nat(4))),
  fc.constantFrom('', '-1', '1.5', '1e3', '٣', '²', '①', '十', '0x1f'),
  anything,
);

const separators = [
  '-',
  ' ',
  '　',
  'ー',
  '－',
  '−',
  '‐',
  'ｰ',
  '(',
  ')',
  '.',
  '+',
  '＋',
  '\u202d',
  '\u202c',
  '~',
  '/',
  '#',
  'x',
];
/** Telephone numbers of 8 to 13 digits in groups, as they are written anywhere. */
export const phoneTyped: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: padded(digitsOf(meant, fc.integer({ min: 8, max: 13 }))) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...separators.slice(0, -4), ''), digitsOf(meant, fc.nat(5))), { maxLength: 4 })
      .map((groups) => groups.flat().join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        digitsOf(anyZero, fc.integer({ min: 4, max: 6 })),
        fc.constantFrom(...separators),
        digitsOf(meant, fc.nat(6)),
      )
      .map((all) => all.join('')),
  },
  { weight: 1, arbitrary: someBlank },
  { weight: 1, arbitrary: anything },
);

const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
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
/** About the 254 characters an address may have. */
const longMail = fc.integer({ min: 252, max: 256 }).map((length) => {
  const domain = `${'d'.repeat(60)}.`.repeat(3);
  return `l@${domain}${'e'.repeat(length - domain.length - 5)}.jp`.replace(
    /e{64,}/,
    (run) => `${run.slice(0, -32)}.${run.slice(-31)}`,
  );
});
/** Mail addresses at the edges of their format, in both widths. */
export const mailTyped: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: padded(mail) },
  { weight: 3, arbitrary: padded(fc.constantFrom('hanako@example.jp', 'HANAKO@EXAMPLE.JP', 'a..b@docomo.example.jp')) },
  { weight: 2, arbitrary: mail.map(wide) },
  { weight: 2, arbitrary: longMail },
  { weight: 1, arbitrary: someBlank },
  { weight: 1, arbitrary: anything },
);

const values = [...new Set(Object.values(optionLists).flat())];
const near = (value: string): string[] => [
  value.toUpperCase(),
  value.toLowerCase(),
  `${value}s`,
  value.slice(0, -1),
  wide(value),
];
/** In: what can be chosen. Out: that, other lists' values and near misses of either. */
export const choiceTyped = (list: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: padded(fc.constantFrom(...list)) },
    { weight: 2, arbitrary: fc.constantFrom(...values, 'true', 'false', 'constructor', '__proto__', 'length', '0') },
    { weight: 2, arbitrary: fc.constantFrom(...list.flatMap(near)) },
    { weight: 2, arbitrary: someBlank },
    { weight: 1, arbitrary: anything },
  );
