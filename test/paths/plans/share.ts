import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { by } from '../plan-rows.ts';
import { ticketIn } from '../sample-tickets.ts';

/** Rejected because the ticket was used meanwhile. */
const refusals = fails('cannot_change_ticket', 'connection_error');

export const sharePlan: Plan = {
  key: by('share', ({ ticket, failure }) => [ticket?.state, failure?.code]),
  cases: {
    'xstate.done.actor.readTicket': [
      { output: ticketIn('valid') },
      { output: ticketIn('shared') },
      { output: ticketIn('used') },
    ],
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
    'xstate.error.actor.shareTicket': refusals,
    'xstate.error.actor.stopSharing': refusals,
  },
};
