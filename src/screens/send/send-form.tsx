import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { sendMachine } from '#machines/send/send.machine.ts';
import type { Way } from '#machines/send/send.types.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import { type FieldError, mailErrorsOf, mailOf } from '#src/domain/customer-check.ts';
import { toLines } from '#src/domain/plain-text.ts';
import { maxNoteLength } from '#src/domain/text.ts';
import { isWithin } from '#src/domain/text-length.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { FormSummary } from '#src/forms/form-summary.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { marks } from '#src/screens/control.ts';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { CardGroup, RadioCard } from '#src/ui/card.tsx';
import { Section } from '#src/ui/section.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { MailFields } from './mail-fields.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { SendError } from './send-error.tsx';

const name = 'send';
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

export type SendFormProps = { sender: ActorRefFrom<typeof sendMachine>; ticket: Ticket };

/** The people to hand over, and the way. */
export function SendForm({ sender, ticket }: SendFormProps) {
  const { t } = useTexts();
  const { parts, way: chosen, fields, failure } = useSelector(sender, (snapshot) => snapshot.context);
  const refusal = useRef<HTMLDivElement>(null);
  // A ticket for one person cannot be split.
  const offered = ways.filter(({ way }) => way === 'mail' || ticket.actions.split === null);
  const way = offered.some((one) => one.way === chosen) ? chosen : 'mail';
  const form = useForm({
    name,
    blank: { email: '', note: '' },
    known: fields,
    judge: (typed) => (way === 'mail' ? judge(typed) : []),
    refused: failure?.code === 'invalid_input' ? failure.fields : undefined,
    onDraft: (typed) => sender.send({ type: 'draft.kept', form: name, fields: typed }),
    onSubmit: (typed) => {
      const mail = { email: mailOf(typed), note: noteOf(typed.note ?? '') };
      sender.send({ type: 'send.check', ...(way === 'mail' ? mail : { email: '', note: '' }) });
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
        <PeopleChoice sender={sender} options={ticket.order_options} parts={parts} />
      </Section>
      <CardGroup legend={t('send_way')}>
        {offered.map(({ way: one, heading, about }) => (
          <RadioCard
            {...marks('way.choose', { key: one })}
            key={one}
            name="way"
            value={one}
            checked={one === way}
            onPick={() => sender.send({ type: 'way.choose', way: one })}
            heading={t(heading)}
            description={t(about)}
          >
            {one === way && one === 'mail' ? <MailFields form={form} /> : null}
          </RadioCard>
        ))}
      </CardGroup>
      <ButtonRow>
        <Button variant="primary" type="submit" {...marks('send.check', { primary: true })}>
          {t('send_check')}
        </Button>
      </ButtonRow>
    </form>
  );
}
