import type { FocusEvent } from 'react';
import { useComplaint } from '#src/forms/use-complaint.ts';
import type { Form } from '#src/forms/use-form.ts';
import { marks } from '#src/screens/control.ts';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useWords } from '#src/ui/words.ts';

/** The receiver's address and a note. */
export function LetterFields({ form }: { form: Form }) {
  const { say } = useWords();
  const words = useComplaint();
  const about = (name: 'email' | 'note') => {
    const complaint = form.complaintOf(name);
    return {
      ...marks('draft.kept', { key: name }),
      id: form.idOf(name),
      name,
      value: form.values[name] ?? '',
      error: complaint && words(complaint),
      onChange: (value: string) => form.type(name, value),
      onBlur: ({ relatedTarget }: FocusEvent) => form.leave(name, relatedTarget),
    };
  };
  return (
    <>
      <TextField
        {...about('email')}
        label={say('send_email')}
        hint={say('send_email_hint')}
        mark={say('common_required')}
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField
        {...about('note')}
        label={say('field_note')}
        hint={say('send_note_hint')}
        mark={say('common_optional')}
        rows={3}
        autoComplete="off"
      />
    </>
  );
}
