import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { sendMachine } from '#machines/send/send.machine.ts';
import type { Parcel } from '#machines/send/send.types.ts';
import { quantityOf } from '#src/domain/order.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { press } from '#src/screens/control.ts';
import { VisitText } from '#src/screens/ticket/about-ticket.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList, type SummaryRow } from '#src/ui/summary-list.tsx';
import { useWords } from '#src/ui/words.ts';
import { SendNote } from './send-note.tsx';

export type SendCheckProps = { sender: ActorRefFrom<typeof sendMachine>; ticket: Ticket; parcel: Parcel };

/** Who is handed over, to whom, and the consequences for both tickets, before the irreversible step. */
export function SendCheck({ sender, ticket, parcel }: SendCheckProps) {
  const { say } = useWords();
  const snapshot = useSelector(sender, (current) => current);
  const { note } = snapshot.context;
  const busy = snapshot.hasTag('pending');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const count = quantityOf(parcel.option_values);
  const rest = ticket.quantity - count;
  const isMail = parcel.way === 'mail';
  const people = ticket.order_options.flatMap(({ id, name }) => {
    const part = parcel.option_values.find((one) => one.id === id);
    return part ? [<p key={id}>{say('common_times', { name, count: part.count })}</p>] : [];
  });
  const rows: SummaryRow[] = [
    ...(isMail ? [{ key: 'to', term: say('send_email'), detail: <Address text={parcel.email} /> }] : []),
    {
      key: 'ticket',
      term: say('order_summary_ticket'),
      detail: (
        <>
          <p>{ticket.product_name}</p>
          <VisitText visit={ticket} />
        </>
      ),
    },
    { key: 'people', term: say('order_summary_tickets'), detail: people },
    ...(parcel.note ? [{ key: 'note', term: say('field_note'), detail: <p className="note">{parcel.note}</p> }] : []),
  ];
  return (
    <>
      <Section className="send-check">
        <h2 className="section-title" tabIndex={-1} ref={heading}>
          {say(isMail ? 'send_check_mail' : 'send_check_link')}
        </h2>
        {note ? <SendNote note={note} ticket={ticket} /> : null}
        <SummaryList rows={rows} />
        <ul className="bullets">
          <li>{say(isMail ? 'send_receiver_mail' : 'send_receiver_link')}</li>
          <li>{rest > 0 ? say('send_rest', { count: rest }) : say('send_rest_none')}</li>
          <li>{say(isMail ? 'send_final_mail' : 'send_final_link')}</li>
        </ul>
      </Section>
      <ButtonRow>
        <Button variant="primary" busy={busy} {...press(sender, { type: 'send.submit' }, { primary: true })}>
          {say(isMail ? 'send_submit_mail' : 'send_submit_link', { count })}
        </Button>
        <Button aria-disabled={busy || undefined} {...press(sender, { type: 'step.back' })}>
          {say('send_correct')}
        </Button>
      </ButtonRow>
    </>
  );
}

function Address({ text }: { text: string }) {
  return (
    <p className="address" translate="no">
      {text}
    </p>
  );
}
