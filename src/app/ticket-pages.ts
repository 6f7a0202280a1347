import { SharedScreen } from '#src/screens/shared/shared-screen.tsx';
import { ForgottenScreen } from '#src/screens/ticket/forget-ticket.tsx';
import { TicketScreen } from '#src/screens/ticket/ticket-screen.tsx';

/** What the link of a ticket opens: one file. */
export const ticketPages = { ticket: TicketScreen, shared: SharedScreen, forgotten: ForgottenScreen };
