import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { connectionLost, fails } from '../answers.ts';
import { by } from '../plan-rows.ts';
import { ticketIn } from '../sample-tickets.ts';

/** A ticket with everything that this page must not store, and the masked address of its holder. */
const owned: Ticket = {
  ...ticketIn('valid'),
  share_token: 'share-1',
  children: [{ kind: 'split', state: 'valid', quantity: 1, reservation_token: 'part-1', sent_to: '' }],
  holder_email: 'h***@visitor.example',
};

export const revokePlan: Plan = {
  key: by('revoke', ({ lang, ticket, attempt, failure }) => [lang, ticket?.state, attempt !== null, failure?.code]),
  cases: {
    'xstate.done.actor.readTicket': [{ output: owned }, { output: ticketIn('used') }],
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
    'xstate.done.actor.revokeTicket': [{ output: 'h***@visitor.example' }],
    'xstate.error.actor.revokeTicket': [
      ...fails('token_not_found', 'cannot_change_ticket', 'rate_limited'),
      connectionLost,
    ],
  },
};
