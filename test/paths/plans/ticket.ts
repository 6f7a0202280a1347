import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { rows } from '../plan-rows.ts';
import { ticket } from '../sample-shop.ts';
import { sharedTicket } from '../sample-tickets.ts';

const read = rows('ticket', ({ context: { page } }) => [{ output: page === 'shared' ? sharedTicket : ticket }]);

export const ticketPlan: Plan = {
  reads: ['ticket', 'page'],
  payload: (_, { context }) => context.page,
  cases: {
    'xstate.error.actor.forgetTicket': [{ error: new Error('storage') }],
    'xstate.done.actor.recallTicket': (snapshot) => [...read(snapshot), { output: null }],
    'xstate.done.actor.readTicket': read,
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
  },
};
