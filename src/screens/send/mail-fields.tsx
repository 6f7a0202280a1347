import { useFieldProps } from '#src/forms/use-field-props.ts';
import type { Form } from '#src/forms/use-form.ts';
import { marks } from '#src/screens/control.ts';
import { mailInput, RequiredField } from '#src/screens/required-field.tsx';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The recipient's address and a note. */
export function MailFields({ form }: { form: Form }) {
  const { t } = useTexts();
  const propsOf = useFieldProps(form);
  return (
    <>
      <RequiredField
        form={form}
        name="email"
        label={t('send_email')}
        hint={t('send_email_hint')}
        {...mailInput}
        autoComplete="off"
      />
      <TextAreaField
        {...marks('draft.kept', { key: 'note' })}
        {...propsOf('note')}
        label={t('field_note')}
        hint={t('send_note_hint')}
        mark={t('common_optional')}
        rows={3}
        autoComplete="off"
      />
    </>
  );
}
