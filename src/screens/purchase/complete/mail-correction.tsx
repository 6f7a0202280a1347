import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { PurchaseChild } from '#machines/refs.ts';
import { mailErrorsOf, mailOf } from '#src/domain/customer-check.ts';
import { MailSuggestion } from '#src/forms/field-of-template.tsx';
import { FormSummary } from '#src/forms/form-summary.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { mailInput, RequiredField } from '#src/screens/required-field.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { Contact } from '../contact.tsx';

type FormProps = { correction: PurchaseChild<'correction'>; onSend: (address: string) => void };
/** `address`: where the mail went, as the page names it. */
type Props = FormProps & { address: string | undefined };

const name = 'correct-email';

/** The field of the right address. */
function CorrectionForm({ correction, onSend }: FormProps) {
  const { t } = useTexts();
  const snapshot = useSelector(correction, (current) => current);
  const { typed: known, failure } = snapshot.context;
  const form = useForm({
    name,
    blank: { email: '' },
    known,
    judge: mailErrorsOf,
    refused: failure?.code === 'invalid_input' ? failure.fields : undefined,
    onDraft: (fields) => correction.send({ type: 'draft.kept', form: name, fields }),
    onSubmit: (typed) => {
      onSend(mailOf(typed));
      correction.send({ type: 'email.submit', email: mailOf(typed) });
    },
  });
  const field = form.idOf('email');
  useEffect(() => document.getElementById(field)?.focus(), [field]);
  return (
    <form aria-label={t('complete_correct')} {...form.props}>
      <FormSummary form={form} />
      <RequiredField
        form={form}
        name="email"
        label={t('field_email')}
        hint={t('complete_correct_hint')}
        {...mailInput}
      />
      <MailSuggestion form={form} />
      <ButtonRow>
        <Button type="submit" busy={snapshot.hasTag('pending')} {...marks('email.submit')}>
          {t('complete_correct_submit')}
        </Button>
        <Button
          variant="quiet"
          aria-disabled={!snapshot.can({ type: 'email.keep' }) || undefined}
          {...buttonProps(correction, { type: 'email.keep' })}
        >
          {t('complete_correct_keep')}
        </Button>
      </ButtonRow>
    </form>
  );
}

/** The mail address of a purchase, which the browser that paid can correct: the ticket is mailed again. */
export function MailCorrection({ correction, address, onSend }: Props) {
  const { t } = useTexts();
  const snapshot = useSelector(correction, (current) => current);
  const { outcome } = snapshot.context;
  const box = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const isEditing = !snapshot.matches('resting') && !snapshot.matches('refused');
  // The pressed control no longer exists.
  useChanged(isEditing, () => isEditing || (box.current ?? again.current)?.focus());
  if (snapshot.matches('refused'))
    return (
      <NoticeBox ref={box} role="status" tone="warn" title={t('complete_correct_refused_title')}>
        <p>{t('complete_correct_refused')}</p>
        <Contact />
      </NoticeBox>
    );
  if (isEditing) return <CorrectionForm correction={correction} onSend={onSend} />;
  return (
    <>
      {outcome === null ? null : (
        <NoticeBox
          ref={box}
          role="status"
          tone="ok"
          title={address ? t('complete_corrected', { address }) : t('complete_mail')}
        >
          {outcome === 'replaced' ? <p>{t('complete_corrected_link')}</p> : null}
        </NoticeBox>
      )}
      {snapshot.can({ type: 'email.correct' }) ? (
        <ButtonRow quiet>
          <Button ref={again} variant="quiet" {...buttonProps(correction, { type: 'email.correct' })}>
            {t('complete_correct')}
          </Button>
        </ButtonRow>
      ) : null}
    </>
  );
}
