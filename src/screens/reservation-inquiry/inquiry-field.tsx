import type { ComponentProps } from 'react';
import { useErrorText } from '#src/forms/use-error-text.ts';
import type { Form } from '#src/forms/use-form.ts';
import { marks } from '#src/screens/control.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Shape = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'inputMode' | 'autoComplete'>;

/** A required field of the inquiry, copied from a mail: no automatic capitals or corrections. */
export function InquiryField({ form, name, ...shape }: Shape & { form: Form; name: string }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const error = form.errorOf(name);
  return (
    <TextField
      {...shape}
      {...marks('draft.kept', { key: name })}
      id={form.idOf(name)}
      name={name}
      value={form.values[name] ?? ''}
      error={error && errorText(error)}
      mark={t('common_required')}
      required
      autoCapitalize="none"
      spellCheck={false}
      onChange={(value) => form.type(name, value)}
      onBlur={() => form.blur(name)}
    />
  );
}
