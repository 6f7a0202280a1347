import { useSelector } from '@xstate/react';
import { type Ref, useEffect, useRef } from 'react';
import type { AppChild } from '#machines/refs.ts';
import type { Way } from '#machines/send/send.types.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import { type FieldError, mailErrorsOf, mailOf } from '#src/domain/customer-check.ts';
import { effectOf, type FailureDetails, failureText } from '#src/domain/failures.ts';
import { toLines } from '#src/domain/plain-text.ts';
import { maxNoteLength } from '#src/domain/text.ts';
import { isWithin } from '#src/domain/text-length.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { FormSummary } from '#src/forms/form-summary.tsx';
import { useFieldProps } from '#src/forms/use-field-props.ts';
import { type Form, useForm } from '#src/forms/use-form.ts';
import { marks, submitProps } from '#src/screens/control.ts';
import { mailInput, RequiredField } from '#src/screens/required-field.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { CardGroup, RadioCard } from '#src/ui/card.tsx';
import { TextAreaField } from '#src/ui/fields.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { OptionRow, Stepper } from '#src/ui/stepper.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';

type SendErrorProps = { failure: FailureDetails; ticket: Ticket; ref?: Ref<HTMLDivElement> };

/** Some errors have a more specific text here. */
const textOf = ({ code }: FailureDetails, { quantity }: Ticket): MessageId => {
  if (code === 'split_no_child' && quantity > 1) return 'send_leave_one';
  if (code === 'invalid_quantity') return 'send_fewer';
  return failureText(code);
};

/** Error of the last attempt, unless a dialog or a field shows it; an unknown outcome is reported as unknown. */
export function SendError({ failure, ticket, ref }: SendErrorProps) {
  const { t } = useTexts();
  if (failure.unknown) return <NoticeBox tone="warn" role="status" text={t('send_unknown')} />;
  if (effectOf(failure) !== 'mend' || failure.fields?.some((field) => field === 'email' || field === 'note'))
    return null;
  return <NoticeBox ref={ref} tabIndex={-1} tone="error" role="alert" text={t(textOf(failure, ticket))} />;
}

function MailFields({ form }: { form: Form }) {
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

type Props = { sender: AppChild<'send'>; ticket: Ticket };

/** How many people of each kind on the ticket are handed over. */
function PeopleChoice({ sender, ticket }: Props) {
  const { t } = useTexts();
  const parts = useSelector(sender, (snapshot) => snapshot.context.parts);
  return (
    <div className="option-rows">
      {ticket.order_options
        .filter(({ quantity }) => quantity > 0)
        .map(({ id, name, quantity }) => {
          const count = parts.find((part) => part.id === id)?.count ?? 0;
          return (
            <OptionRow key={id} name={name} price={unbroken(t('send_of', { count: quantity }))}>
              <Stepper
                name={id}
                label={name}
                decreaseLabel={t('order_option_less', { name })}
                increaseLabel={t('order_option_more', { name })}
                value={count}
                valueText={t('common_times', { name, count })}
                max={quantity}
                onChange={(wanted) => sender.send({ type: 'people.set', part: { id, count: wanted } })}
                data={marks('people.set', { key: id })}
              />
            </OptionRow>
          );
        })}
    </div>
  );
}

const formName = 'send';
const noteOf = (typed: string): string => toLines(typed).trim();

const judge = (typed: TypedFields): FieldError[] => [
  ...mailErrorsOf(typed),
  ...(isWithin(noteOf(typed.note ?? ''), maxNoteLength)
    ? []
    : [{ field: 'note', id: 'common_validate_max', length: maxNoteLength } as const]),
];

const ways = [
  { way: 'mail', heading: 'send_way_mail', about: 'send_way_mail_about' },
  { way: 'link', heading: 'send_way_link', about: 'send_way_link_about' },
] as const satisfies readonly { way: Way; heading: MessageId; about: MessageId }[];

export function SendForm({ sender, ticket }: Props) {
  const { t } = useTexts();
  const { way: chosen, fields, failure } = useSelector(sender, (snapshot) => snapshot.context);
  const refusal = useRef<HTMLDivElement>(null);
  // A ticket for one person cannot be split.
  const offered = ways.filter(({ way }) => way === 'mail' || ticket.actions.split === null);
  const isChosenOffered = offered.some(({ way }) => way === chosen);
  const selected = isChosenOffered ? chosen : 'mail';
  const form = useForm({
    name: formName,
    blank: { email: '', note: '' },
    known: fields,
    judge: (typed) => (selected === 'mail' ? judge(typed) : []),
    refused: failure?.code === 'invalid_input' ? failure.fields : undefined,
    onDraft: (typed) => sender.send({ type: 'draft.kept', form: formName, fields: typed }),
    onSubmit: (typed) => {
      const mail = { email: mailOf(typed), note: noteOf(typed.note ?? '') };
      sender.send({ type: 'send.check', ...(selected === 'mail' ? mail : { email: '', note: '' }) });
    },
  });

  useEffect(() => {
    if (failure && !failure.unknown) refusal.current?.focus();
  }, [failure]);

  return (
    <form aria-label={t('send_title')} {...form.props}>
      <AboutTicket ticket={ticket} />
      <FormSummary form={form} />
      {failure ? <SendError ref={refusal} failure={failure} ticket={ticket} /> : null}
      <Section title={t('send_people')}>
        <PeopleChoice sender={sender} ticket={ticket} />
      </Section>
      <CardGroup legend={t('send_way')}>
        {offered.map(({ way, heading, about }) => (
          <RadioCard
            {...marks('way.choose', { key: way })}
            key={way}
            name="way"
            value={way}
            checked={way === selected}
            onPick={() => sender.send({ type: 'way.choose', way })}
            heading={t(heading)}
            description={t(about)}
          >
            {way === selected && way === 'mail' ? <MailFields form={form} /> : null}
          </RadioCard>
        ))}
      </CardGroup>
      <ButtonRow>
        <Button {...submitProps('send.check')}>{t('send_check')}</Button>
      </ButtonRow>
    </form>
  );
}
