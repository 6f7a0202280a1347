import type { ReactNode } from 'react';
import type { Ticket, TicketAction } from '#src/domain/ticket.ts';
import { primaryProps } from '#src/screens/control.ts';
import { ToInquiry, ToTicket } from '#src/screens/links.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { states } from '#src/screens/ticket/ticket-texts.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

type Reader<E extends string> = { send: (event: { type: E }) => void };

type Props<E extends string> = {
  reader: Reader<E>;
  /** Event type that reads it again. */
  again: E;
  title: ReactNode;
  text?: ReactNode;
};

/** Reports that a link's content could not be read, and offers a retry. */
export function Unread<E extends string>({ reader, again, ...texts }: Props<E>) {
  const { t } = useTexts();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      actions={<Button {...primaryProps(reader, { type: again })}>{t('common_try_again')}</Button>}
      {...texts}
    />
  );
}

/** Reports that the ticket of a link could not be read. */
export function UnreadTicket({ reader }: { reader: Reader<'ticket.again'> }) {
  const { t } = useTexts();
  const texts = { title: t('ticket_unreachable_title'), text: t('ticket_unreachable_text') };
  return <Unread reader={reader} again="ticket.again" {...texts} />;
}

/** The link leads to nothing, or not any more: what to do, and whom to ask. */
export function DeadLink(props: { title: ReactNode; text: ReactNode; actions: ReactNode }) {
  return (
    <>
      <NoticeBox tone="warn" role="alert" {...props} />
      <Contact />
    </>
  );
}

/** The link belongs to no ticket: explains how to find the ticket by its number or have its links mailed again. */
export function MissingTicket() {
  const { t } = useTexts();
  const actions = <ToInquiry variant="primary" primary />;
  return <DeadLink title={t('ticket_missing_title')} actions={actions} text={t('ticket_missing_text')} />;
}

type TicketClosedProps = { ticket: Ticket; action: TicketAction; token: string; title: ReactNode };

/** Why an action is not allowed, by the table that the server enforces. */
const reasonOf = ({ actions, state }: Ticket, action: TicketAction): MessageId => {
  const obstacle = actions[action];
  if (obstacle === 'over') return 'ticket_means_over';
  if (obstacle === 'one_date') return 'changedate_one_date';
  if (obstacle === 'fixed' || obstacle === 'late') return `ticket_refused_${obstacle}`;
  if (obstacle === 'used' && state === 'valid') return 'ticket_refused_entered';
  return states[state].meaning ?? 'failure_cannot_change_ticket';
};

/** Why the action is not allowed, and a link back to the ticket. */
export function TicketClosed({ ticket, action, token, title }: TicketClosedProps) {
  const { t } = useTexts();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={title}
      actions={<ToTicket variant="primary" token={token} />}
      text={t(reasonOf(ticket, action))}
    />
  );
}
