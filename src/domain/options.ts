import * as v from 'valibot';

/** Names of the option lists a field template can offer (SPEC §3 "Option lists"); null there means free text. */
export const optionListNames = [
  'genders',
  'genders_two',
  'age_bands',
  'age_bands_fine',
  'residence_areas',
  'prefectures',
  'countries',
  'asia',
] as const;
export const OptionListNameSchema = v.picklist(optionListNames);
export type OptionListName = v.InferOutput<typeof OptionListNameSchema>;

/** Option lists of SPEC §3: the value that is sent; its label is the text `<list>_<value>`. */
export const genders = ['none', 'man', 'woman'] as const;
export const ageBands = ['none', '10-19', '20-29', '30-39', '40-49', '50-59', '60-69', '70-'] as const;
export const residenceAreas = [
  'none',
  'kanto',
  'hokkaido',
  'tohoku',
  'koshinetsu',
  'kinki',
  'chugoku',
  'asia',
  'america',
  'europe',
  'other',
] as const;

/** Whether the visitor wants the mail magazine, as the wire says it (SPEC §3: string true/false). */
export const MailMagazineSchema = v.picklist(['true', 'false']);
