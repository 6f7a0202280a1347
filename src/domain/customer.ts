import * as v from 'valibot';
import { OptionListNameSchema } from './options.ts';

/** Names of the customer fields (docs/product.md#customer-fields); `email_confirm` is entered but not stored. */
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

/** Maximum lengths of fields, in characters as `text-length.ts` counts them. */
export const maxLengths = { fullname: 60, email: 254, other: 200 } as const;

export const FieldTemplateSchema = v.object({
  field_name: v.picklist(customerFields),
  is_display: v.boolean(),
  is_require: v.boolean(),
  /** The list that a visitor chooses from; null for a text field. */
  list: v.nullable(OptionListNameSchema),
});
export type FieldTemplate = v.InferOutput<typeof FieldTemplateSchema>;

/** A stored customer: every field is a string, '' if it was not shown or left empty. */
export const CustomerInfoSchema = v.object(v.entriesFromList(customerFields, v.string()));
export type CustomerInfo = v.InferOutput<typeof CustomerInfoSchema>;

/** Form input: field name to text. */
export type TypedFields = Record<string, string>;
