import * as v from 'valibot';

/**
 * Names of the option lists a field template can offer (docs/product.md#option-lists); null there means free text. What is in
 * them stands in `option-lists.ts`: the first screen needs only the names.
 */
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
