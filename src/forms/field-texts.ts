import type { CustomerField } from '#src/domain/customer.ts';
import type { MessageId } from '#src/ui/use-texts.ts';

/** Labels of fields that visitors type in. */
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
  reservation_number: 'ticket_number',
  note: 'field_note',
} as const satisfies Record<CustomerField | 'email_confirm' | 'reservation_number' | 'note', MessageId>;
