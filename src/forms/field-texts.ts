import type { CustomerField } from '#src/domain/customer.ts';
import type { ageBands, genders, residenceAreas } from '#src/domain/options.ts';
import type { MessageId } from '#src/ui/words.ts';

/** Labels of customer fields. */
export const fieldTexts = {
  fullname: 'field_fullname',
  email: 'field_email',
  email_confirm: 'field_email_confirm',
  phone: 'field_phone',
  gender: 'field_gender',
  age: 'field_age',
  resident_area: 'field_resident_area',
  address: 'field_address',
  questionnaire1: 'field_questionnaire1',
  questionnaire2: 'field_questionnaire2',
  questionnaire3: 'field_questionnaire3',
  mail_magazine: 'field_mail_magazine',
} as const satisfies Record<CustomerField | 'email_confirm', MessageId>;

/** In: a field's name as data. Out: the id of its label, or undefined for a field that no visitor sees. */
export const labelOf = (field: string): MessageId | undefined =>
  Object.entries(fieldTexts).find(([name]) => name === field)?.[1];

export const genderTexts = {
  none: 'gender_none',
  man: 'gender_man',
  woman: 'gender_woman',
} as const satisfies Record<(typeof genders)[number], MessageId>;

export const ageTexts = {
  none: 'age_none',
  '10-19': 'age_10-19',
  '20-29': 'age_20-29',
  '30-39': 'age_30-39',
  '40-49': 'age_40-49',
  '50-59': 'age_50-59',
  '60-69': 'age_60-69',
  '70-': 'age_70-',
} as const satisfies Record<(typeof ageBands)[number], MessageId>;

export const residenceTexts = {
  none: 'resident_area_none',
  kanto: 'resident_area_kanto',
  hokkaido: 'resident_area_hokkaido',
  tohoku: 'resident_area_tohoku',
  koshinetsu: 'resident_area_koshinetsu',
  kinki: 'resident_area_kinki',
  chugoku: 'resident_area_chugoku',
  asia: 'resident_area_asia',
  america: 'resident_area_america',
  europe: 'resident_area_europe',
  other: 'resident_area_other',
} as const satisfies Record<(typeof residenceAreas)[number], MessageId>;
