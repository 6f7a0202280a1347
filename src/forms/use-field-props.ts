import type { FieldError } from '#src/domain/customer-check.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { fieldTexts } from './field-texts.ts';
import type { Form } from './use-form.ts';

/** Returns a function from an error to its text, with the field's label; `key` and `listed` choose the sentence. */
export const useErrorText = () => {
  const { t } = useTexts();
  return ({ field, id, length, character, listed }: FieldError): string => {
    const label = Object.entries(fieldTexts).find(([name]) => name === field)?.[1];
    const values = { field: label ? t(label) : field, key: field, listed: String(listed ?? false) };
    return t(id, { ...values, length: length ?? 0, character: character ?? '' });
  };
};

/** Returns a function from a field of a form to the props of its control. */
export const useFieldProps = (form: Form) => {
  const errorText = useErrorText();
  return (name: string) => {
    const error = form.errorOf(name);
    return {
      name,
      id: form.idOf(name),
      value: form.values[name] ?? '',
      error: error && errorText(error),
      onChange: (value: string) => form.type(name, value),
      onBlur: () => form.blur(name),
    };
  };
};
