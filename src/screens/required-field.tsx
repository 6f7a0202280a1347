import type { ComponentProps } from 'react';
import { useFieldProps } from '#src/forms/use-field-props.ts';
import type { Form } from '#src/forms/use-form.ts';
import { marks } from '#src/screens/control.ts';
import { TextField } from '#src/ui/fields.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Shape = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'inputMode' | 'autoComplete'>;

/** The input of one's own mail address. */
export const mailInput = { type: 'email', inputMode: 'email', autoComplete: 'email' } as const;

/** A required text, often copied from a mail: no automatic capitals or corrections. */
export function RequiredField({ form, name, ...shape }: Shape & { form: Form; name: string }) {
  const { t } = useTexts();
  const propsOf = useFieldProps(form);
  return (
    <TextField
      {...shape}
      {...marks('draft.kept', { key: name })}
      {...propsOf(name)}
      mark={t('common_required')}
      required
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
