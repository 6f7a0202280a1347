import type { Plan } from '#test/tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { sharedTicket } from '../sample-tickets.ts';

export const sharedTicketPlan: Plan = {
  cases: {
    'xstate.done.actor.readShared': [{ output: sharedTicket }],
    'xstate.error.actor.readShared': fails('token_not_found', 'connection_error'),
  },
};
