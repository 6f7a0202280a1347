import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { ticket } from '../sample-shop.ts';

export const ticketPlan: Plan = {
  reads: ['ticket'],
  cases: {
    'xstate.error.actor.forgetTicket': [{ error: new Error('storage') }],
    'xstate.done.actor.recallTicket': [{ output: ticket }, { output: null }],
    'xstate.done.actor.readTicket': [{ output: ticket }],
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
  },
};
