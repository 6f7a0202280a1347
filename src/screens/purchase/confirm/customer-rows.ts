import { type CustomerField, type CustomerInfo, customerFields } from '#src/domain/customer.ts';
import { fieldTexts } from '#src/forms/field-texts.ts';
import { useOptions } from '#src/forms/use-options.ts';
import { useCatalogue } from '#src/screens/shop.ts';
import type { SummaryRow } from '#src/ui/summary-list.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

const magazine: Readonly<Record<string, MessageId>> = {
  true: 'confirm_mail_magazine_yes',
  false: 'confirm_mail_magazine_no',
};

/** Returns a function that converts a customer to summary rows, the mail address first; empty fields are left out. */
export const useCustomerRows = (): ((customer: CustomerInfo) => SummaryRow[]) => {
  const { t } = useTexts();
  const { fieldTemplates } = useCatalogue();
  const optionsOf = useOptions();
  const textOf = (field: CustomerField, value: string): string => {
    const yesOrNo = field === 'mail_magazine' && magazine[value];
    if (yesOrNo) return t(yesOrNo);
    const list = fieldTemplates.find(({ field_name }) => field_name === field)?.list;
    return (list && optionsOf(list).find((option) => option.value === value)?.text) ?? value;
  };
  return (customer) =>
    [...customerFields]
      .sort((one, other) => Number(other === 'email') - Number(one === 'email'))
      .filter((field) => customer[field] !== '' && customer[field] !== 'none')
      .map((field) => ({ key: field, term: t(fieldTexts[field]), detail: textOf(field, customer[field]) }));
};
