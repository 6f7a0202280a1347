import { useErrorText } from '#src/forms/use-error-text.ts';
import type { Form } from '#src/forms/use-form.ts';
import { marks } from '#src/screens/control.ts';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The recipient's address and a note. */
export function MailFields({ form }: { form: Form }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const about = (name: 'email' | 'note') => {
    const error = form.errorOf(name);
    return {
      ...marks('draft.kept', { key: name }),
      id: form.idOf(name),
      name,
      value: form.values[name] ?? '',
      error: error && errorText(error),
      onChange: (value: string) => form.type(name, value),
      onBlur: () => form.blur(name),
    };
  };
  return (
    <>
      <TextField
        {...about('email')}
        label={t('send_email')}
        hint={t('send_email_hint')}
        mark={t('common_required')}
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField
        {...about('note')}
        label={t('field_note')}
        hint={t('send_note_hint')}
        mark={t('common_optional')}
        rows={3}
        autoComplete="off"
      />
    </>
  );
}
