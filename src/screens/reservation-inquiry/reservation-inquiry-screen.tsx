import { useSelector } from '@xstate/react';
import type { AppChild } from '#machines/refs.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import { type FieldError, mailErrorsOf, mailOf } from '#src/domain/customer-check.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { isBlank } from '#src/domain/rules.ts';
import { reservationNumberOf, unfitInNumber } from '#src/domain/ticket.ts';
import { FormSummary } from '#src/forms/form-summary.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, submitProps } from '#src/screens/control.ts';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { mailInput, RequiredField } from '#src/screens/required-field.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = { inquiry: AppChild<'inquiry'> };

const judgeNumber = ({ reservation_number: number = '' }: TypedFields): FieldError[] => {
  const field = 'reservation_number';
  const character = unfitInNumber(number);
  if (character !== undefined) return [{ field, id: 'common_validate_character', character }];
  return isBlank(number) || reservationNumberOf(number) === '' ? [{ field, id: 'common_validate_required' }] : [];
};

/** Finds a ticket by mail address and reservation number. */
function FindForm({ inquiry }: Props) {
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
        <Button busy={snapshot.hasTag('pending')} {...submitProps('inquiry.submit')}>
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
function LinksForm({ inquiry }: Props) {
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
        <Button busy={snapshot.hasTag('pending')} {...submitProps('links.send')}>
          {t('inquiry_links_send')}
        </Button>
        <Button variant="quiet" {...buttonProps(inquiry, { type: 'inquiry.again' })}>
          {t('inquiry_back')}
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Why no ticket was found: the same text for a wrong address and a wrong number, so that neither is revealed. */
function Refusal({ failure }: { failure: FailureDetails }) {
  const { t } = useTexts();
  if (failure.code !== 'ticket_not_found') return <FailureNotice failure={failure} />;
  return (
    <NoticeBox tone="error" role="alert" title={t('inquiry_not_found_title')} text={t('inquiry_not_found_text')} />
  );
}

function Sent({ inquiry }: Props) {
  const { t } = useTexts();
  const address = useSelector(inquiry, ({ context }) => context.email);
  return (
    <NoticeBox
      tone="ok"
      role="status"
      title={t('inquiry_sent_title')}
      actions={<Button {...buttonProps(inquiry, { type: 'inquiry.again' })}>{t('inquiry_back')}</Button>}
      text={t('inquiry_sent_text', { address })}
    />
  );
}

function Body({ actor: inquiry }: { actor: AppChild<'inquiry'> }) {
  const { failure, lacksNumber } = useSelector(inquiry, ({ context }) => context);
  const isSent = useSelector(inquiry, (snapshot) => snapshot.matches('sent'));
  if (isSent) return <Sent inquiry={inquiry} />;
  return (
    <>
      {failure ? <Refusal failure={failure} /> : null}
      {lacksNumber ? <LinksForm inquiry={inquiry} /> : <FindForm inquiry={inquiry} />}
    </>
  );
}

/** Finds a ticket again (docs/product.md#screen-reservation-inquiry). */
export function ReservationInquiryScreen() {
  return (
    <>
      <ChildScreen id="inquiry" leadId="inquiry_lead" titleId="inquiry_title" body={Body} />
      <Contact />
    </>
  );
}
