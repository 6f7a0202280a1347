import type { CustomerField } from '#src/domain/customer.ts';
import type { OptionListName } from '#src/domain/options.ts';
import type { MessageId } from '#src/ui/use-texts.ts';

type Kind =
  | { as: 'text' | 'email' | 'tel' | 'long'; autoComplete: string; hint?: MessageId }
  | { as: 'tick'; hint: MessageId };

/** The control of each customer field that is typed; `autoComplete` uses the tokens of the HTML standard. */
export const fieldKinds: Record<CustomerField, Kind> = {
  fullname: { as: 'text', autoComplete: 'name' },
  email: { as: 'email', autoComplete: 'email', hint: 'field_email_hint' },
  phone: { as: 'tel', autoComplete: 'tel', hint: 'field_phone_hint' },
  gender: { as: 'text', autoComplete: 'sex' },
  age: { as: 'text', autoComplete: 'off' },
  resident_area: { as: 'text', autoComplete: 'address-level1' },
  address: { as: 'long', autoComplete: 'street-address' },
  questionnaire1: { as: 'text', autoComplete: 'off' },
  questionnaire2: { as: 'text', autoComplete: 'off' },
  questionnaire3: { as: 'text', autoComplete: 'off' },
  mail_magazine: { as: 'tick', hint: 'field_mail_magazine_hint' },
};

/** Autofill tokens of the lists that browsers can fill in. */
export const listTokens: Partial<Record<OptionListName, string>> = {
  prefectures: 'address-level1',
  countries: 'country',
  asia: 'country',
};

/** Up to this many options are radio buttons; more become a list. */
export const maxRadios = 5;
