import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { inquiryMachine } from '#machines/inquiry/inquiry.machine.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import { type FieldError, mailErrorsOf, mailOf } from '#src/domain/customer-check.ts';
import { isBlank } from '#src/domain/rules.ts';
import { reservationNumberOf, unfitInNumber } from '#src/domain/ticket.ts';
import { FormSummary } from '#src/forms/form-summary.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { mailInput, RequiredField } from '#src/screens/required-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = { inquiry: ActorRefFrom<typeof inquiryMachine> };

const judgeNumber = ({ reservation_number: number = '' }: TypedFields): FieldError[] => {
  const field = 'reservation_number';
  const character = unfitInNumber(number);
  if (character !== undefined) return [{ field, id: 'common_validate_character', character }];
  return isBlank(number) || reservationNumberOf(number) === '' ? [{ field, id: 'common_validate_required' }] : [];
};

/** Finds a ticket by mail address and reservation number. */
export function FindForm({ inquiry }: Props) {
  const { t } = useTexts();
  const snapshot = useSelector(inquiry, (current) => current);
  const form = useForm({
    name: 'inquiry',
    blank: { email: '', reservation_number: '' },
    known: snapshot.context.typed,
    judge: (typed) => [...mailErrorsOf(typed), ...judgeNumber(typed)],
    onDraft: (fields) => inquiry.send({ type: 'draft.kept', form: 'inquiry', fields }),
    onSubmit: (typed) =>
      inquiry.send({
        type: 'inquiry.submit',
        email: mailOf(typed),
        reservation_number: reservationNumberOf(typed.reservation_number ?? ''),
      }),
  });
  return (
    <form aria-label={t('inquiry_title')} {...form.props}>
      <FormSummary form={form} />
      <RequiredField form={form} name="email" label={t('field_email')} hint={t('inquiry_email_hint')} {...mailInput} />
      <RequiredField
        form={form}
        name="reservation_number"
        label={t('ticket_number')}
        hint={t('inquiry_number_hint')}
        autoComplete="off"
      />
      <ButtonRow>
        <Button
          variant="primary"
          type="submit"
          busy={snapshot.hasTag('pending')}
          {...marks('inquiry.submit', { primary: true })}
        >
          {t('inquiry_submit')}
        </Button>
        <Button variant="quiet" {...buttonProps(inquiry, { type: 'number.forgot' })}>
          {t('inquiry_forgot')}
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Mails the links of all coming visits to an address. */
export function LinksForm({ inquiry }: Props) {
  const { t } = useTexts();
  const snapshot = useSelector(inquiry, (current) => current);
  const { typed, email } = snapshot.context;
  const form = useForm({
    name: 'inquiry-links',
    blank: { email: '' },
    known: { email: email || (typed?.email ?? '') },
    judge: mailErrorsOf,
    onDraft: (fields) => inquiry.send({ type: 'draft.kept', form: 'inquiry', fields: { ...typed, ...fields } }),
    onSubmit: (fields) => inquiry.send({ type: 'links.send', email: mailOf(fields) }),
  });
  return (
    <form aria-label={t('inquiry_links_send')} {...form.props}>
      <FormSummary form={form} />
      <p>{t('inquiry_links_lead')}</p>
      <RequiredField form={form} name="email" label={t('field_email')} hint={t('inquiry_email_hint')} {...mailInput} />
      <ButtonRow>
        <Button
          variant="primary"
          type="submit"
          busy={snapshot.hasTag('pending')}
          {...marks('links.send', { primary: true })}
        >
          {t('inquiry_links_send')}
        </Button>
        <Button variant="quiet" {...buttonProps(inquiry, { type: 'inquiry.again' })}>
          {t('inquiry_back')}
        </Button>
      </ButtonRow>
    </form>
  );
}
