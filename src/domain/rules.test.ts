import { describe, expect, it } from 'vitest';
import * as rules from './rules.ts';

/** docs/product.md#validation-rules: what fits, and what does not, at the limits of each rule. */
const table: [rule: rules.Rule, message: rules.RuleText, fits: string[], refused: string[]][] = [
  [rules.max(3), 'common_validate_max', ['', 'abc', '🎫'.repeat(3), 'か\u3099'.repeat(3)], ['abcd', '🎫'.repeat(4)]],
  [rules.min(3), 'common_validate_min', ['abc', '🎫'.repeat(3)], ['', 'ab', '🎫'.repeat(2), 'e\u0301'.repeat(2)]],
  [
    rules.required,
    'common_validate_required',
    ['a', ' a', '\u200bあ', '0'],
    ['', ' ', '\u3000\t\n', '\u00a0\u2003', '\u200b\u2060\u00ad\ufeff', '\u3164', '\u2800'],
  ],
  [
    rules.numeric,
    'common_validate_num',
    ['0', '０９', '٠٩', '۰۹', '\u202a12\u202c'],
    ['', ' ', '1 2', '-1', '१', '1a'],
  ],
  [
    rules.cardName,
    'customer_name_validate',
    ['A', 'Hanako Yamada', 'ＨＡＮＡＫＯ　Ｙ', 'A'.repeat(30), 'A\u200bB'],
    ['', 'A'.repeat(31), '山田', 'Ａé', "O'Hara", 'A-B', 'A1', 'A.'],
  ],
  [
    rules.email,
    'mail_validate_invalid',
    [
      'a@b.jp',
      ' ａ＠ｂ．ｊｐ ',
      "a.!#$%&'*+/=?^_`{|}~-@b-c.d.example",
      `${'a'.repeat(64)}@b.jp`,
      `a@${'b'.repeat(63)}.jp`,
    ],
    [
      ...[
        '',
        'a',
        'a@',
        '@b.jp',
        'a@b',
        'a@b.',
        'a@.jp',
        'a@@b.jp',
        'a@b@c.jp',
        'a b@c.jp',
        'あ@b.jp',
        'a@あ.jp',
        '"a"@b.jp',
      ],
      ...['a@-b.jp', 'a@b-.jp', 'a@b_c.jp', `${'a'.repeat(65)}@b.jp`, `a@${'b'.repeat(64)}.jp`],
      `a@${'b'.repeat(60)}.${'c'.repeat(63)}.${'d'.repeat(60)}.${'e'.repeat(63)}.example`,
    ],
  ],
  [
    rules.phone,
    'common_validate_phone',
    ['012345678', '012345678901', '０９０−１２３４−５６７８', '+81 (0)90-1234-5678'],
    ['', '01234567', '0123456789012', '(0)90', '٠١٢'],
  ],
  [rules.phone, 'common_validate_character', ['012345678'], ['0312345678a', '03/1234/5678', '१२३४५६७८९']],
  [
    rules.sameEmail('a@b.jp'),
    'mail_validate_defferent',
    ['a@b.jp', 'A@B.JP', '　ａ＠ｂ．jp '],
    ['xa@b.jp', 'a@b.j', 'ab.jp', ''],
  ],
];

it.each(table)('the rule %# accepts what it says: %o', (rule, message, fits, refused) => {
  expect(fits.filter((text) => rule(text) !== null)).toEqual([]);
  expect(refused.filter((text) => rule(text)?.id !== message)).toEqual([]);
});

describe('a telephone number', () => {
  it.each(['-', '–', '−', 'ー', 'ｰ', 'ㅡ', '一', '・', '.', '。', '　', '_', '', '\u200b', '\u00ad-'])(
    'has its digits with %j between its groups',
    (character) => {
      expect(rules.toPhoneDigits(['03', '1234', '5678'].join(character))).toBe('0312345678');
    },
  );

  it.each([
    ['（０３）１２３４ー５６７８', '0312345678'],
    ['「03」1234-5678', '0312345678'],
    ['“03-1234-5678”', '0312345678'],
    ['tel:+81-3-1234-5678', '81312345678'],
    ['+81 (0)3 1234 5678', '81312345678'],
    ['<03-1234-5678>', 'wrong <'],
    ['O3-1234-5678', 'wrong O'],
    ['03/1234/5678', 'wrong /'],
    ['03-1234-567é', 'wrong é'],
  ])('%s is %s', (typed, digits) => {
    const issue = rules.phone(typed);
    expect(issue ? `wrong ${issue.character}` : rules.toPhoneDigits(typed)).toBe(digits);
  });
});
