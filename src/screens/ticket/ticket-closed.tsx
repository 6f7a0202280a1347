import type { ReactNode } from 'react';
import type { Ticket, TicketAction } from '#src/domain/ticket.ts';
import { ToTicket } from '#src/screens/links.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { states } from './ticket-texts.ts';

export type TicketClosedProps = { ticket: Ticket; action: TicketAction; token: string; title: ReactNode };

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
