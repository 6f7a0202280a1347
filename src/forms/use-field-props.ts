import { useErrorText } from './use-error-text.ts';
import type { Form } from './use-form.ts';

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
