import * as v from 'valibot';
import { OptionListNameSchema } from './options.ts';

/** Names of the customer fields, in the words of docs/product.md#customer-fields (`email_confirm` is asked for but not kept). */
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
