import * as v from 'valibot';
import { toAscii, toPhoneDigits } from './digits.ts';
import { ageBands, genders, MailMagazineSchema, OptionListNameSchema, residenceAreas } from './options.ts';
import { email, max, phone, required, sameEmail } from './rules.ts';

/** Names of the customer fields, in the words of SPEC §3 (`email_confirm` is asked for but not kept). */
export const customerFields = [
  'fullname',
  'email',
  'phone',
  'gender',
  'age',
  'resident_area',
  'address',
  'questionnaire1',
  'questionnaire2',
  'questionnaire3',
  'mail_magazine',
] as const;

export type CustomerField = (typeof customerFields)[number];

export const FieldTemplateSchema = v.object({
  field_name: v.picklist(customerFields),
  is_display: v.boolean(),
  is_require: v.boolean(),
  /** The list a visitor chooses from; null where the field is typed. */
  list: v.nullable(OptionListNameSchema),
});
export type FieldTemplate = v.InferOutput<typeof FieldTemplateSchema>;

/** What is kept of a customer: every field a string, '' when it was not asked or not answered. */
export const CustomerInfoSchema = v.object(v.entriesFromList(customerFields, v.string()));
export type CustomerInfo = v.InferOutput<typeof CustomerInfoSchema>;

/** A form as it is typed: field name to text. */
export type TypedFields = Record<string, string>;

type Check = v.GenericPipeAction<string, string, v.BaseIssue<unknown>> | ReturnType<typeof required>;
const oneOf = (list: readonly string[]) =>
  v.check<string, 'common_validate_choice'>((s) => list.includes(s), 'common_validate_choice');

const checks: Record<CustomerField, () => Check[]> = {
  fullname: () => [max(60)],
  email: () => [email()],
  phone: () => [phone()],
  gender: () => [oneOf(genders)],
  age: () => [oneOf(ageBands)],
  resident_area: () => [oneOf(residenceAreas)],
  address: () => [max(200)],
  questionnaire1: () => [max(200)],
  questionnaire2: () => [max(200)],
  questionnaire3: () => [max(200)],
  mail_magazine: () => [oneOf(MailMagazineSchema.options)],
};

const forWire: Partial<Record<CustomerField, (typed: string) => string>> = {
  email: (typed) => toAscii(typed).trim(),
  phone: toPhoneDigits,
};

/** One thing wrong with one field: the text's id and, for length rules, the limit. */
export type Complaint = { field: string; id: string; length?: number };

const firstComplaint = (field: string, value: string, rules: Check[]): Complaint[] => {
  for (const rule of rules) {
    const issue = v.safeParse(v.pipe(v.string(), rule), value).issues?.[0];
    if (issue)
      return [
        {
          field,
          id: issue.message,
          ...(issue.expected && /^\d+$/.test(issue.expected) ? { length: Number(issue.expected) } : {}),
        },
      ];
  }
  return [];
};

/**
 * In: field templates of the site and the typed fields. Out: what is wrong, in template order, the first failing rule of
 * each field only; empty optional fields are skipped (SPEC §5). The same function judges on client and server; the
 * repeated mail address is asked for only where `email_confirm` is present.
 */
export const complaintsOf = (templates: readonly FieldTemplate[], typed: TypedFields): Complaint[] =>
  templates
    .filter((template) => template.is_display)
    .flatMap(({ field_name: field, is_require }) => {
      const value = typed[field] ?? '';
      const blank = value.trim() === '';
      const own = blank && !is_require ? [] : firstComplaint(field, value, [required(), ...checks[field]()]);
      if (field !== 'email' || typed.email_confirm === undefined || (blank && !is_require)) return own;
      return [...own, ...firstComplaint('email_confirm', typed.email_confirm, [required(), sameEmail(value)])];
    });

/** In: typed fields that passed. Out: the customer as it is sent and kept: trimmed, normalised, unasked fields ''. */
export const customerOf = (templates: readonly FieldTemplate[], typed: TypedFields): CustomerInfo => {
  const shown = new Set(templates.filter((t) => t.is_display).map((t) => t.field_name));
  const value = (field: CustomerField) => {
    if (!shown.has(field)) return '';
    const text = typed[field] ?? '';
    return (forWire[field] ?? ((s: string) => s.trim()))(text);
  };
  const entries = customerFields.map((field) => [field, value(field)]);
  return v.parse(CustomerInfoSchema, Object.fromEntries(entries));
};
