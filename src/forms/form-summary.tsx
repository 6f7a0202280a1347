import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { useErrorText } from './use-field-props.ts';
import type { Form } from './use-form.ts';

/** A form's errors with a link to each field; empty without errors. */
export function FormSummary({ form }: { form: Form }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  if (form.listed.length === 0) return null;
  return (
    <ErrorSummary
      ref={form.summary}
      role={form.isFresh ? 'alert' : 'group'}
      heading={t('form_error_heading')}
      items={form.listed.map((error) => ({ id: form.idOf(error.field), text: errorText(error) }))}
    />
  );
}
