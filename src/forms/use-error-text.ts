import type { FieldError } from '#src/domain/customer-check.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { labelOf } from './field-texts.ts';

/** Returns a function from an error to its text, with the field's label. */
export const useErrorText = () => {
  const { t } = useTexts();
  return ({ field, id, length }: FieldError): string => {
    const label = labelOf(field);
    return t(id, { field: label ? t(label) : field, length: length ?? 0 });
  };
};
