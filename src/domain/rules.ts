import * as v from 'valibot';
import { toAscii, ungrouped } from './digits.ts';
import { comparedMail } from './mail.ts';
import { isWithin, lengthOf } from './text-length.ts';

/**
 * Validation rules of docs/product.md#validation-rules, the same on client and server. Each rule is a valibot action whose
 * message is a message id; length rules put their limit in `expected`.
 */

/** Messages of the rules; a rule without its own uses the default, '{field} is not valid.' */
export const ruleTexts = [
  'common_validate_required',
  'common_validate_max',
  'common_validate_min',
  'common_validate_num',
  'common_validate_phone',
  'common_validate_character',
  'common_validate_choice',
  'common_validate_expired',
  'common_validate_default',
  'customer_name_validate',
  'mail_validate_invalid',
  'mail_validate_defferent',
] as const;
export type RuleText = (typeof ruleTexts)[number];

const rule = <Id extends RuleText>(id: Id, holds: (typed: string) => boolean) => v.check<string, Id>(holds, id);

/** True if nothing of the text is visible: blanks of every width, controls and invisible characters. */
export const isBlank = (typed: string): boolean =>
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(typed);

/** Blank strings fail. */
export const required = () => rule('common_validate_required', (s) => !isBlank(s));

/** At most `length` characters, as people count them (`text-length.ts`). */
export const max = (length: number) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (dataset.typed && !isWithin(dataset.value, length))
      addIssue({ message: 'common_validate_max', expected: String(length) });
  });

/** At least `length` characters. */
export const min = (length: number) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (dataset.typed && lengthOf(dataset.value) < length)
      addIssue({ message: 'common_validate_min', expected: String(length) });
  });

/** Digits only, Latin or Arabic-Indic (full-width counts as Latin). */
export const numeric = () => rule('common_validate_num', (s) => /^\d+$/.test(toAscii(s)));

/** 1 to 30 Latin letters and spaces. */
export const cardName = () => rule('customer_name_validate', (s) => /^[A-Za-z ]{1,30}$/.test(toAscii(s)));

/** Fails if a card's year and month are before the month `now` (YYYYMM, venue time). */
export const expired = (now: number) =>
  v.check<{ year: number; month: number }, 'common_validate_expired'>(
    ({ year, month }) => year * 100 + month >= now,
    'common_validate_expired',
  );

/** A mail address with a dot in its domain; full-width letters are accepted and converted to Latin ones. */
export const email = () => rule('mail_validate_invalid', (s) => v.is(mailFormat, toAscii(s).trim()));
const mailFormat = v.pipe(v.string(), v.rfcEmail(), v.regex(/^[^@]{1,64}@[^.]+\../), v.maxLength(254));

/**
 * The digits of a typed telephone number, without `tel:`, what stands between its groups, + and the (0) that some write after a
 * country code.
 */
export const toPhoneDigits = (typed: string): string =>
  ungrouped(
    toAscii(typed.normalize('NFKC'))
      .replace(/^\s*tel\b[\s.:]*/i, '')
      .replace(/^(\s*(?:\+|00)\d{1,3}[\s-]*)\(0\)/, '$1'),
  );

/** 9 to 12 digits in full or half width. A character that no telephone number has is named. */
export const phone = () =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const digits = toPhoneDigits(dataset.value);
    const [character] = /\D\p{M}*/u.exec(digits) ?? [];
    if (character !== undefined) addIssue({ message: 'common_validate_character', expected: character });
    else if (!/^\d{9,12}$/.test(digits)) addIssue({ message: 'common_validate_phone' });
  });

/** Must equal the repeated address, ignoring letter case and width. */
export const sameEmail = (other: string) =>
  rule('mail_validate_defferent', (s) => comparedMail(s) === comparedMail(other));

/** Accepts only values of the list. */
export const oneOf = (list: readonly string[]) => rule('common_validate_choice', (s) => list.includes(s));

/** Text that a database column can store: no NUL and no unpaired surrogate. */
export const storable = () => rule('common_validate_default', (s) => !/\0|\p{Surrogate}/u.test(s));
