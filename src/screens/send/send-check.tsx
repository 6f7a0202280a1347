import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { AppChild } from '#machines/refs.ts';
import type { Transfer } from '#machines/send/send.types.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { buttonProps, primaryProps } from '#src/screens/control.ts';
import { VisitText } from '#src/screens/visit.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout.tsx';
import { SummaryList, type SummaryRow } from '#src/ui/summary-list.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { SendError } from './send-error.tsx';

export type SendCheckProps = { sender: AppChild<'send'>; ticket: Ticket; transfer: Transfer };

/** The people who are handed over, the recipient, and the consequences for both tickets, before the irreversible step. */
export function SendCheck({ sender, ticket, transfer }: SendCheckProps) {
  const { t } = useTexts();
  const snapshot = useSelector(sender, (current) => current);
  const { failure } = snapshot.context;
  const busy = snapshot.hasTag('pending');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const count = quantityOf(transfer.option_values);
  const rest = ticket.quantity - count;
  const isMail = transfer.way === 'mail';
  const people = ticket.order_options.flatMap(({ id, name }) => {
    const part = transfer.option_values.find((one) => one.id === id);
    return part ? [<p key={id}>{t('common_times', { name, count: part.count })}</p>] : [];
  });
  const address = (
    <p className="address" translate="no">
      {transfer.email}
    </p>
  );
  const rows: SummaryRow[] = [
    ...(isMail ? [{ key: 'to', term: t('send_email'), detail: address }] : []),
    {
      key: 'ticket',
      term: t('order_summary_ticket'),
      detail: (
        <>
          <p>{unbroken(ticket.product_name)}</p>
          <VisitText visit={ticket} />
        </>
      ),
    },
    { key: 'people', term: t('order_summary_tickets'), detail: people },
    ...(transfer.note ? [{ key: 'note', term: t('field_note'), detail: <p className="note">{transfer.note}</p> }] : []),
  ];
  return (
    <>
      <Section className="send-check">
        <h2 className="section-title" tabIndex={-1} ref={heading}>
          {t(isMail ? 'send_check_mail' : 'send_check_link')}
        </h2>
        {failure ? <SendError failure={failure} ticket={ticket} /> : null}
        <SummaryList rows={rows} />
        <ul className="bullets">
          <li>{t(isMail ? 'send_receiver_mail' : 'send_receiver_link')}</li>
          <li>{rest > 0 ? unbroken(t('send_rest', { count: rest })) : t('send_rest_none')}</li>
          <li>{t(isMail ? 'send_final_mail' : 'send_final_link')}</li>
        </ul>
      </Section>
      <ButtonRow>
        <Button busy={busy} {...primaryProps(sender, { type: 'send.submit' })}>
          {t(isMail ? 'send_submit_mail' : 'send_submit_link', { count })}
        </Button>
        <Button aria-disabled={busy || undefined} {...buttonProps(sender, { type: 'step.back' })}>
          {t('send_correct')}
        </Button>
      </ButtonRow>
    </>
  );
}
