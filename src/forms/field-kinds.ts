import type { CustomerField } from '#src/domain/customer.ts';
import type { MessageId } from '#src/ui/words.ts';
import { ageTexts, genderTexts, residenceTexts } from './field-texts.ts';

type Options = Readonly<Record<string, MessageId>>;
type Kind =
  | { as: 'text' | 'email' | 'tel' | 'long'; autoComplete: string; hint?: MessageId }
  | { as: 'select'; options: Options }
  | { as: 'radio'; options: Options }
  | { as: 'tick'; hint: MessageId };

/** How each customer field is asked for; `autoComplete` by the tokens of the HTML standard. */
export const fieldKinds: Record<CustomerField, Kind> = {
  fullname: { as: 'text', autoComplete: 'name' },
  email: { as: 'email', autoComplete: 'email', hint: 'field_email_hint' },
  phone: { as: 'tel', autoComplete: 'tel', hint: 'field_phone_hint' },
  gender: { as: 'radio', options: genderTexts },
  age: { as: 'select', options: ageTexts },
  resident_area: { as: 'select', options: residenceTexts },
  address: { as: 'long', autoComplete: 'street-address' },
  questionnaire1: { as: 'text', autoComplete: 'off' },
  questionnaire2: { as: 'text', autoComplete: 'off' },
  questionnaire3: { as: 'text', autoComplete: 'off' },
  mail_magazine: { as: 'tick', hint: 'field_mail_magazine_hint' },
};
