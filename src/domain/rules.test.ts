import fc, { type Arbitrary } from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { randomly } from '#test/tools/sample.ts';
import { digitsTyped, mailTyped, phoneTyped, textNear } from '#test/tools/typed.ts';
import * as rules from './rules.ts';

const seed = 20261123;
const { numRuns } = randomly('validation rules', 10_000, 2_000);
type Rule = v.GenericPipeAction<string, string, v.BaseIssue<unknown>>;
const messageOf = (rule: Rule, value: string) =>
  v.safeParse(v.pipe(v.string(), rule), value).issues?.[0]?.message ?? 'fits';

/**
 * docs/product.md#validation-rules implemented as simply as possible, to compare with the real rules; a break is a blank, other
 * controls and invisible characters are ignored.
 */
const seen = (typed: string) =>
  [...typed.replace(/[\t-\r\u0085\u2028\u2029]/g, ' ')].filter(
    (character) => !/\p{Cc}|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/u.test(character),
  );
const isOf = (characters: string) => (character: string) => characters.includes(character);
const isDigit = isOf('0123456789０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹');
const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const isSeparator = isOf('-‐‑‒–—―−⁻─━ー﹣ｰ－・･·().（）．。「」“”\'"_+＋ \t\n　\u2003\u00a0');
const narrow = (character: string) =>
  character >= '！' && character <= '～' ? String.fromCharCode(character.charCodeAt(0) - 0xfee0) : character;

const isMail = (typed: string): boolean => {
  const text = seen(typed).map(narrow).join('').trim();
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  const isLabel = (one: string) =>
    one.length >= 1 && one.length <= 63 && [...one].every(isOf(`${latin}0123456789-`)) && !/^-|-$/.test(one);
  return (
    more.length === 0 &&
    text.length <= 254 &&
    local.length >= 1 &&
    local.length <= 64 &&
    [...local].every(isOf(`${latin}0123456789.!#$%&'*+/=?^_\`{|}~-`)) &&
    labels.length >= 2 &&
    labels.every(isLabel)
  );
};

const cardNames = fc.oneof(
  fc.string({ unit: fc.constantFrom('A', 'z', ' ', 'Ｈ', '　'), minLength: 0, maxLength: 33 }),
  fc.string({ unit: fc.constantFrom('A', 'é', '1', '-', '.', 'ヤ', '\u200b', 'À'), maxLength: 8 }),
  textNear(30),
);
const blankOnly = (character: string) =>
  /\p{White_Space}|\p{Cc}|\p{Default_Ignorable_Code_Point}|\u2800/u.test(character);

/** The letters, digits and other characters of a telephone number, without separators. */
const phoneCharacters = (typed: string) =>
  seen(typed.normalize('NFKC')).filter(
    (character) => !isSeparator(character) && !/\s|\p{Ps}|\p{Pe}|\p{Pi}|\p{Pf}/u.test(character),
  );

type Message = rules.RuleText | ((typed: string) => rules.RuleText);
/** Characters as people count them. */
const counted = (typed: string) => [...new Intl.Segmenter('en').segment(typed.normalize('NFC'))].length;
const sentences: [string, Rule, Message, Arbitrary<string>, (typed: string) => boolean][] = [
  ['max: at most 60', rules.max(60), 'common_validate_max', textNear(60), (typed) => counted(typed) <= 60],
  ['min: at least 8', rules.min(8), 'common_validate_min', textNear(8), (typed) => counted(typed) >= 8],
  [
    'required: blank strings fail',
    rules.required(),
    'common_validate_required',
    textNear(2),
    (typed) => ![...typed].every(blankOnly),
  ],
  [
    'numeric: digits only, Latin or Arabic-Indic',
    rules.numeric(),
    'common_validate_num',
    digitsTyped,
    (typed) => seen(typed).length > 0 && seen(typed).every(isDigit),
  ],
  [
    'cardName: 1 to 30 Latin letters and spaces only',
    rules.cardName(),
    'customer_name_validate',
    cardNames,
    (typed) => {
      const characters = seen(typed).map(narrow);
      const isSpace = (character: string) => /\p{Zs}/u.test(character);
      return (
        characters.length >= 1 &&
        characters.length <= 30 &&
        characters.every((character) => isSpace(character) || isOf(latin)(character))
      );
    },
  ],
  ['email: standard format', rules.email(), 'mail_validate_invalid', mailTyped, isMail],
  [
    'phone: digits only, 9 to 12; any other character is named',
    rules.phone(),
    (typed) => (phoneCharacters(typed).every(isDigit) ? 'common_validate_phone' : 'common_validate_character'),
    phoneTyped,
    (typed) => {
      const rest = phoneCharacters(typed);
      return rest.length >= 9 && rest.length <= 12 && rest.every(isDigit);
    },
  ],
];

describe('a telephone number', () => {
  it.each(['-', '–', '−', 'ー', 'ｰ', 'ㅡ', '一', '・', '.', '。', '　', '_', '', '\u200b', '\u00ad-'])(
    'has its digits with %j between its groups',
    (character) => {
      expect(rules.toPhoneDigits(['03', '1234', '5678'].join(character))).toBe('0312345678');
      expect(messageOf(rules.phone(), ['03', '1234', '5678'].join(character))).toBe('fits');
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
    const [issue] = v.safeParse(v.pipe(v.string(), rules.phone()), typed).issues ?? [];
    expect(issue ? `wrong ${issue.expected}` : rules.toPhoneDigits(typed)).toBe(digits);
  });
});

describe(`of ${numRuns} generated inputs (seed ${seed}) a rule accepts the same as its specification`, () => {
  it.each(sentences)('%s', (_, rule, message, typed, sentence) => {
    const passed = { yes: 0, no: 0 };
    const property = fc.property(typed, (text) => {
      const expected = sentence(text);
      passed[expected ? 'yes' : 'no'] += 1;
      expect(messageOf(rule, text)).toBe(expected ? 'fits' : typeof message === 'string' ? message : message(text));
    });
    fc.assert(property, { seed, numRuns });
    // the test proves little if the generator makes only one kind
    expect(Math.min(passed.yes, passed.no)).toBeGreaterThan(numRuns / 50);
  });

  it('expired: card year and month must not be before the current month', () => {
    const month = fc.record({ year: fc.integer({ min: 2024, max: 2030 }), month: fc.integer({ min: 1, max: 12 }) });
    const property = fc.property(month, month, (card, now) => {
      const rule = rules.expired(now.year * 100 + now.month);
      const isBefore = new Date(card.year, card.month - 1) < new Date(now.year, now.month - 1);
      expect(v.is(v.pipe(v.object({ year: v.number(), month: v.number() }), rule), card)).toBe(!isBefore);
    });
    fc.assert(property, { seed, numRuns });
  });

  it('sameEmail: must equal the confirmation e-mail, letter case and width aside', () => {
    const wide = (mail: string) => mail.replace('@', '＠').replace('.', '．');
    const same = fc.constantFrom(
      (mail: string) => mail,
      (mail: string) => mail.toUpperCase(),
      (mail: string) => `　${wide(mail)} `,
    );
    const other = fc.constantFrom(
      (mail: string) => `x${mail}`,
      (mail: string) => mail.slice(0, -1),
      (mail: string) => mail.replace('@', ''),
      () => '',
    );
    const property = fc.property(fc.emailAddress(), same, other, (mail, alike, unlike) => {
      expect(messageOf(rules.sameEmail(mail), alike(mail))).toBe('fits');
      expect(messageOf(rules.sameEmail(mail), unlike(mail))).toBe('mail_validate_defferent');
    });
    fc.assert(property, { seed, numRuns });
  });
});

it('phone: the (0) of a national number is not dialled from abroad', () => {
  expect(['+81 (0)90-1234-5678', '(0)90'].map((typed) => messageOf(rules.phone(), typed))).toEqual([
    'fits',
    'common_validate_phone',
  ]);
});
