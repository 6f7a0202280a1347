import type { FieldError } from '#src/domain/customer-check.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { labelOf } from './field-texts.ts';

/** Returns a function from an error to its text, with the field's label; `key` and `listed` choose the sentence. */
export const useErrorText = () => {
  const { t } = useTexts();
  return ({ field, id, length, character, listed }: FieldError): string => {
    const label = labelOf(field);
    const values = { field: label ? t(label) : field, key: field, listed: String(listed ?? false) };
    return t(id, { ...values, length: length ?? 0, character: character ?? '' });
  };
};
