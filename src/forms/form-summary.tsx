import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { useComplaint } from './use-complaint.ts';
import type { Form } from './use-form.ts';

/** A form's errors with a link to each field; empty without errors. */
export function FormSummary({ form }: { form: Form }) {
  const { t } = useTexts();
  const complaintText = useComplaint();
  if (form.listed.length === 0) return null;
  return (
    <ErrorSummary
      ref={form.summary}
      role={form.isFresh ? 'alert' : 'group'}
      heading={t('form_error_heading')}
      items={form.listed.map((complaint) => ({ id: form.idOf(complaint.field), text: complaintText(complaint) }))}
    />
  );
}
