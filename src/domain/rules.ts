import * as v from 'valibot';
import { toAscii, toPhoneDigits } from './digits.ts';

/**
 * Validation rules of SPEC §5, the same for client and server. Each rule is a valibot action whose message is the
 * id of the text to show; `length` rules carry the number in the issue's `requirement`.
 */

/** Blank strings fail. */
export const required = () =>
  v.check<string, 'common_validate_required'>((s) => s.trim() !== '', 'common_validate_required');

/** At most `length` characters, counted as a reader would (code points). */
export const max = (length: number) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (dataset.typed && [...dataset.value].length > length)
      addIssue({ message: 'common_validate_max', expected: String(length) });
  });

/** At least `length` characters. */
export const min = (length: number) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (dataset.typed && [...dataset.value].length < length)
      addIssue({ message: 'common_validate_min', expected: String(length) });
  });

/** Digits only, Latin or Arabic-Indic (full-width counts as Latin). */
export const numeric = () =>
  v.check<string, 'common_validate_num'>((s) => /^\d+$/.test(toAscii(s)), 'common_validate_num');

/** 1 to 30 Latin letters and spaces, at least one letter. */
export const cardName = () =>
  v.check<string, 'customer_name_validate'>(
    (s) => /^(?=.*[A-Za-z])[A-Za-z ]{1,30}$/.test(toAscii(s)),
    'customer_name_validate',
  );

/** In: year and month of a card. Fails when they lie before the month `now` (both as YYYYMM numbers, venue time). */
export const expired = (now: number) =>
  v.check<{ year: number; month: number }, 'common_validate_expired'>(
    ({ year, month }) => year * 100 + month >= now,
    'common_validate_expired',
  );

/** Standard mail address format; full-width letters are accepted and mean their Latin ones. */
export const email = () =>
  v.check<string, 'mail_validate_invalid'>((s) => v.is(mailFormat, toAscii(s).trim()), 'mail_validate_invalid');
const mailFormat = v.pipe(v.string(), v.rfcEmail(), v.maxLength(254));

/** 9 to 12 digits after spaces, hyphens, + and width are taken away. */
export const phone = () =>
  v.check<string, 'common_validate_phone'>((s) => /^\d{9,12}$/.test(toPhoneDigits(s)), 'common_validate_phone');

/** Must equal the confirmation address; compared as they will be sent. */
export const sameEmail = (other: string) =>
  v.check<string, 'mail_validate_defferent'>(
    (s) => toAscii(s).trim().toLowerCase() === toAscii(other).trim().toLowerCase(),
    'mail_validate_defferent',
  );
