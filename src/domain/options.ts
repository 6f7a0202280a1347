import * as v from 'valibot';

/**
 * Names of the option lists that a field template can offer (docs/product.md#option-lists). The values are in `option-lists.ts`,
 * because the first screen needs only the names.
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
