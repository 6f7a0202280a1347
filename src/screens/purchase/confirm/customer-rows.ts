import { type CustomerInfo, customerFields } from '#src/domain/customer.ts';
import { ageTexts, fieldTexts, genderTexts, residenceTexts } from '#src/forms/field-texts.ts';
import type { SummaryRow } from '#src/ui/summary-list.tsx';
import { type MessageId, useWords } from '#src/ui/words.ts';

const chosen: Readonly<Record<string, Readonly<Record<string, MessageId>>>> = {
  gender: genderTexts,
  age: ageTexts,
  resident_area: residenceTexts,
  mail_magazine: { true: 'confirm_mail_magazine_yes', false: 'confirm_mail_magazine_no' },
};

/** In: a customer. Out: what they said of themselves, as rows of a summary; what was not asked or answered is left out. */
export const useCustomerRows = (): ((customer: CustomerInfo) => SummaryRow[]) => {
  const { say } = useWords();
  return (customer) =>
    customerFields
      .filter((field) => customer[field] !== '' && customer[field] !== 'none')
      .map((field) => {
        const id = chosen[field]?.[customer[field]];
        return { key: field, term: say(fieldTexts[field]), detail: id ? say(id) : customer[field] };
      });
};
