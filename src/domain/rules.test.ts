import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as rules from './rules.ts';

type Rule = v.PipeItem<string, string, v.BaseIssue<unknown>>;
const messageOf = (rule: Rule, value: string) =>
  v.safeParse(v.pipe(v.string(), rule), value).issues?.[0]?.message ?? 'fits';

describe('validation rules of the specification', () => {
  it.each([
    ['required', rules.required(), 'a', '  ', 'common_validate_required'],
    ['max length', rules.max(3), '𠮷野家', '吉野家屋', 'common_validate_max'],
    ['min length', rules.min(2), 'ab', 'a', 'common_validate_min'],
    ['numeric, Latin', rules.numeric(), '0123', '12a', 'common_validate_num'],
    ['numeric, Arabic-Indic', rules.numeric(), '٠١٢۳', '-1', 'common_validate_num'],
    ['numeric, full width', rules.numeric(), '０１２', '', 'common_validate_num'],
    ['card name', rules.cardName(), 'HANAKO YAMADA', 'HANAKO 2', 'customer_name_validate'],
    ['card name at its limit', rules.cardName(), 'A'.repeat(30), 'A'.repeat(31), 'customer_name_validate'],
    ['mail', rules.email(), 'hanako@example.jp', 'hanako@', 'mail_validate_invalid'],
    [
      'mail in full width',
      rules.email(),
      'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ',
      'a b@example.jp',
      'mail_validate_invalid',
    ],
    ['phone', rules.phone(), '090-1234-5678', '12345678', 'common_validate_phone'],
    ['phone abroad', rules.phone(), '+44 20 7946 0958', '1234567890123', 'common_validate_phone'],
    ['phone with the (0) of a national number', rules.phone(), '+81 (0)90-1234-5678', '(0)90', 'common_validate_phone'],
    ['phone in full width', rules.phone(), '０９０ー１２３４ー５６７８', '090-abcd-5678', 'common_validate_phone'],
    ['same mail', rules.sameEmail('A@example.jp'), 'a@example.jp ', 'b@example.jp', 'mail_validate_defferent'],
  ])('%s', (_, rule, good, bad, message) => {
    expect(messageOf(rule, good)).toBe('fits');
    expect(messageOf(rule, bad)).toBe(message);
  });

  it('a card is valid until the end of its last month', () => {
    const judge = (year: number, month: number) =>
      v.safeParse(v.pipe(v.object({ year: v.number(), month: v.number() }), rules.expired(202611)), { year, month })
        .success;
    expect([judge(2026, 11), judge(2027, 1), judge(2026, 10)]).toEqual([true, true, false]);
  });
});
