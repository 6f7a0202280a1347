import * as v from 'valibot';
import { toAscii, ungrouped } from './digits.ts';
import { comparedMail } from './mail.ts';
import { isWithin, lengthOf } from './text-length.ts';

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

/** Why a text is refused: the message id, for length rules the limit, and the character that is not possible. */
export type RuleIssue = { id: RuleText; length?: number; character?: string };

/** A rule of docs/product.md#validation-rules, the same on client and server: null for a text that it accepts. */
export type Rule = (typed: string) => RuleIssue | null;

const rule =
  (id: RuleText, accepts: (typed: string) => boolean): Rule =>
  (typed) =>
    accepts(typed) ? null : { id };

/** True if nothing of the text is visible: blanks of every width, controls and invisible characters. */
export const isBlank = (typed: string): boolean =>
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(typed);

export const required = rule('common_validate_required', (typed) => !isBlank(typed));

/** At most `length` characters, as people count them (`text-length.ts`). */
export const max =
  (length: number): Rule =>
  (typed) =>
    isWithin(typed, length) ? null : { id: 'common_validate_max', length };

/** At least `length` characters. */
export const min =
  (length: number): Rule =>
  (typed) =>
    lengthOf(typed) < length ? { id: 'common_validate_min', length } : null;

/** Digits only, Latin or Arabic-Indic (full-width counts as Latin). */
export const numeric = rule('common_validate_num', (typed) => /^\d+$/.test(toAscii(typed)));

/** 1 to 30 Latin letters and spaces. */
export const cardName = rule('customer_name_validate', (typed) => /^[A-Za-z ]{1,30}$/.test(toAscii(typed)));

const mailFormat = v.pipe(v.string(), v.rfcEmail(), v.regex(/^[^@]{1,64}@[^.]+\../), v.maxLength(254));
/** A mail address with a dot in its domain; full-width letters are accepted and converted to Latin ones. */
export const email = rule('mail_validate_invalid', (typed) => v.is(mailFormat, toAscii(typed).trim()));

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
export const phone: Rule = (typed) => {
  const digits = toPhoneDigits(typed);
  const [character] = /\D\p{M}*/u.exec(digits) ?? [];
  if (character !== undefined) return { id: 'common_validate_character', character };
  return /^\d{9,12}$/.test(digits) ? null : { id: 'common_validate_phone' };
};

/** Must equal the repeated address, ignoring letter case and width. */
export const sameEmail = (other: string) =>
  rule('mail_validate_defferent', (typed) => comparedMail(typed) === comparedMail(other));

export const oneOf = (list: readonly string[]) => rule('common_validate_choice', (typed) => list.includes(typed));

/** Text that a database column can store: no NUL and no unpaired surrogate. */
export const storable = rule('common_validate_default', (typed) => !/\0|\p{Surrogate}/u.test(typed));
