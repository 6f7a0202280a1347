import type { TicketState } from '#src/domain/ticket.ts';
import type { BadgeProps } from '#src/ui/badge.tsx';
import type { MessageId } from '#src/ui/use-texts.ts';

type StateTexts = { name: MessageId; tone: NonNullable<BadgeProps['tone']>; meaning: MessageId | null };

/** Texts of a ticket's states and their meaning for the holder; the code of a valid one says enough. */
export const states: Readonly<Record<TicketState, StateTexts>> = {
  valid: { name: 'ticket_state_valid', tone: 'ok', meaning: null },
  used: { name: 'ticket_state_used', tone: 'plain', meaning: 'ticket_means_used' },
  shared: { name: 'ticket_state_shared', tone: 'info', meaning: 'ticket_means_shared' },
  sent: { name: 'ticket_state_sent', tone: 'info', meaning: 'ticket_means_sent' },
  changed: { name: 'ticket_state_changed', tone: 'warn', meaning: 'ticket_means_changed' },
  cancelled: { name: 'ticket_state_cancelled', tone: 'danger', meaning: 'ticket_means_cancelled' },
};
