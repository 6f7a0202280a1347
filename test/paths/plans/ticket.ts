import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { connectionLost, fails } from '../answers.ts';
import { rows } from '../plan-rows.ts';
import { ticket } from '../sample-shop.ts';
import { chosen, sharedTicket } from '../sample-tickets.ts';

const read = rows('ticket', ({ context: { page } }) =>
  page === 'shared' ? [{ output: sharedTicket }] : [{ output: ticket }, { output: chosen }],
);

export const ticketPlan: Plan = {
  reads: ['ticket', 'page'],
  payload: (_, { context }) => context.page,
  cases: {
    'xstate.error.actor.forgetTicket': [{ error: new Error('storage') }],
    'xstate.done.actor.recallTicket': (snapshot) => [...read(snapshot), { output: null }],
    'xstate.done.actor.readTicket': read,
    'xstate.done.actor.refundTicket': [{ output: 2000 }],
    'xstate.error.actor.refundTicket': [...fails('token_not_found', 'cannot_change_ticket'), connectionLost],
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
  },
};
