import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { sharedTicket } from '../sample-tickets.ts';

export const sharedTicketPlan: Plan = {
  reads: ['ticket'],
  cases: {
    'xstate.error.actor.forgetTicket': [{ error: new Error('storage') }],
    'xstate.done.actor.recallShared': [{ output: sharedTicket }, { output: null }],
    'xstate.done.actor.readShared': [{ output: sharedTicket }],
    'xstate.error.actor.readShared': fails('token_not_found', 'connection_error'),
  },
};
