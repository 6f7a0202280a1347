import { ForgottenScreen } from '#src/screens/ticket/forget-ticket.tsx';
import { SharedScreen, TicketScreen } from '#src/screens/ticket/ticket-screen.tsx';

/** Screens that the link of a ticket opens, in a separate chunk. */
export const ticketPages = { ticket: TicketScreen, shared: SharedScreen, forgotten: ForgottenScreen };
