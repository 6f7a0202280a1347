import type { ReactNode } from 'react';
import type { Ticket, TicketAction } from '#src/domain/ticket.ts';
import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useWords } from '#src/ui/words.ts';
import { states } from './ticket-words.ts';

export type TicketClosedProps = { ticket: Ticket; action: TicketAction; token: string; title: ReactNode };

/** In: a ticket, and what cannot be done with it. Out: why, by the server's own table. */
const reasonOf = ({ actions, state }: Ticket, action: TicketAction): MessageId => {
  const obstacle = actions[action];
  if (obstacle === 'over') return 'ticket_means_over';
  if (obstacle === 'one_date') return 'changedate_one_date';
  if (obstacle === 'used' && state === 'valid') return 'ticket_refused_entered';
  return state === 'valid' ? 'failure_cannot_change_ticket' : states[state].meaning;
};

/** Why this cannot be done with the ticket, and the way back to it. */
export function TicketClosed({ ticket, action, token, title }: TicketClosedProps) {
  const { say } = useWords();
  const { href } = useShop();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={title}
      actions={
        <LinkButton
          variant="primary"
          href={href('ticket', { token })}
          {...marks('page.requested', { key: 'ticket', primary: true })}
        >
          {say('ticket_back')}
        </LinkButton>
      }
    >
      <p>{say(reasonOf(ticket, action))}</p>
    </NoticeBox>
  );
}
