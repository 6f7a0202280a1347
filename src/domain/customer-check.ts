import * as v from 'valibot';
import {
  type CustomerField,
  type CustomerInfo,
  CustomerInfoSchema,
  customerFields,
  type FieldTemplate,
  maxLengths,
  type TypedFields,
} from './customer.ts';
import { toAscii } from './digits.ts';
import { mailMagazine, optionLists } from './option-lists.ts';
import { toLine } from './plain-text.ts';
import * as rules from './rules.ts';

/** A line of plain text. Half-width kana becomes full-width; the rest of a name stays as it is, because NFKC would change rare kanji. */
const toText = (typed: string): string =>
  toLine(typed)
    .trim()
    .replace(/[\uff65-\uff9f]+/g, (kana) => kana.normalize('NFKC'));

/** How typed fields are normalised before they are sent; the others as `toText` does. */
const normalisers: Partial<Record<CustomerField, (typed: string) => string>> = {
  email: (typed) => toAscii(typed).trim(),
  phone: rules.toPhoneDigits,
};
const normalise = (field: CustomerField, typed: string): string =>
  rules.isBlank(typed) ? '' : (normalisers[field] ?? toText)(typed);

const long = rules.max(maxLengths.other);

/** Rules for typed fields. */
const checks: Record<CustomerField, rules.Rule> = {
  fullname: rules.max(maxLengths.fullname),
  email: rules.email,
  phone: rules.phone,
  mail_magazine: rules.oneOf(mailMagazine),
  gender: long,
  age: long,
  resident_area: long,
  address: long,
  questionnaire1: long,
  questionnaire2: long,
  questionnaire3: long,
};

/** An error in a field, and whether its value is chosen from a list. */
export type FieldError = rules.RuleIssue & { field: string; listed?: true };

type Typed = { field: string; typed: string; sent: string; isRequired: boolean };

const judge = ({ field, typed, sent, isRequired }: Typed, check: rules.Rule): FieldError[] => {
  const issue = rules.isBlank(typed) ? isRequired && rules.required(typed) : (rules.storable(sent) ?? check(sent));
  return issue ? [{ field, ...issue }] : [];
};

/**
 * Validates the typed fields by the site's templates, as they would be sent: trimmed and normalised. Returns at most one error
 * per field, in template order; empty optional fields are valid (docs/product.md#judging-a-form). Client and server both use it;
 * the repeated mail address is checked only if `email_confirm` is present.
 */
export const fieldErrorsOf = (templates: readonly FieldTemplate[], typed: TypedFields): FieldError[] =>
  templates
    .filter((template) => template.is_display)
    .flatMap(({ field_name: field, is_require, list }) => {
      const value = typed[field] ?? '';
      const sent = normalise(field, value);
      const check = list ? rules.oneOf(optionLists[list]) : checks[field];
      const errors = judge({ field, typed: value, sent, isRequired: is_require }, check).map(
        (error): FieldError => (list ? { ...error, listed: true } : error),
      );
      const { email_confirm: repeated } = typed;
      if (field !== 'email' || repeated === undefined) return errors;
      const repetition = { field: 'email_confirm', typed: repeated, sent: normalise('email', repeated) };
      return [...errors, ...judge({ ...repetition, isRequired: is_require || sent !== '' }, rules.sameEmail(sent))];
    });

/** The valid address that was not typed a second time, as it will be sent; null if there is none. */
export const mailToReadBack = ({ email = '', email_confirm = '' }: TypedFields): string | null =>
  rules.isBlank(email_confirm) && !rules.email(email) ? normalise('email', email) : null;

/** Converts valid typed fields to the customer that is sent and stored: trimmed and normalised, '' for fields that are not shown. */
export const customerOf = (templates: readonly FieldTemplate[], typed: TypedFields): CustomerInfo => {
  const shown = new Set(templates.filter((t) => t.is_display).map((t) => t.field_name));
  const entries = customerFields.map((field) => [field, shown.has(field) ? normalise(field, typed[field] ?? '') : '']);
  return v.parse(CustomerInfoSchema, Object.fromEntries(entries));
};

const mail = { field_name: 'email', is_display: true, is_require: true, list: null } as const;
/** The error of a required mail address. */
export const mailErrorsOf = ({ email = '' }: TypedFields): FieldError[] => fieldErrorsOf([mail], { email });
/** A typed mail address as it is sent. */
export const mailOf = ({ email = '' }: TypedFields): string => normalise('email', email);
