import { assign, enqueueActions, setup } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure } from '#machines/shared/report-failure.ts';
import { withoutSecrets } from '#machines/shared/stored-ticket.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { revokeTicket } from './revoke.actors.ts';
import type { RevokeTypes } from './revoke.types.ts';

/** Replaces the link of a ticket, because an unwanted person has it. */
export const revokeMachine = setup({
  types: {} as RevokeTypes,
  actors: { readTicket, revokeTicket },
  guards: {
    isUnknownLink,
    isClosed: ({ context }) => context.ticket?.actions.revoke !== null,
    /** A request with unknown outcome was sent, and the link is dead since. */
    isReplaced: (fact) => fact.context.attempt !== null && isUnknownLink(fact),
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) => failureIn(event).code === 'cannot_change_ticket',
  },
  actions: {
    assignTicket: assign((_, ticket: Ticket) => ({ ticket: withoutSecrets(ticket) })),
    clearTicket: assign({ ticket: null }),
    assignSentTo: assign(({ context }, sentTo: string) => ({ sentTo: sentTo || (context.ticket?.holder_email ?? '') })),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, { revoke: true }) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    clearFailure: assign({ failure: null }),
    reportFailure: enqueueActions(enqueueFailure),
  },
}).createMachine({
  id: 'revoke',
  description: 'The link of a ticket is replaced by a new one, which is mailed.',
  context: ({ input }) => ({ ...input, ticket: null, attempt: null, sentTo: null, failure: null }),
  meta: { screen: 'revoke' },
  initial: 'reading',
  on: { 'page.restored': {} },
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched; a refusal that led here stays on the page.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: { target: 'asking', actions: { type: 'assignTicket', params: outputOf } },
        onError: [
          { guard: 'isReplaced', target: 'revoked', actions: { type: 'assignSentTo', params: '' } },
          { guard: 'isUnknownLink', target: 'missing', actions: 'clearTicket' },
          { target: 'unreachable' },
        ],
      },
    },
    asking: {
      description: 'The visitor reads what will happen before anything is replaced. A reload reads the ticket again.',
      always: { guard: 'isClosed', target: 'closed' },
      on: {
        'revoke.submit': { target: 'revoking', actions: 'clearFailure' },
        'page.restored': 'reading',
      },
    },
    revoking: {
      tags: ['pending'],
      description: 'Link and codes are replaced, and the new link is mailed.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'revokeTicket',
        src: 'revokeTicket',
        input: ({ context: { token, attempt } }) => ({ token, key: attempt?.key ?? '' }),
        onDone: { target: 'revoked', actions: { type: 'assignSentTo', params: outputOf } },
        onError: [
          { guard: 'isUnknownLink', target: 'missing', actions: 'clearTicket' },
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { target: 'asking', actions: 'reportFailure' },
        ],
      },
    },
    revoked: {
      description: 'The old link is dead, and the new one is in a mail.',
    },
    closed: {
      description: 'This link cannot be replaced, and the page says why. A reload reads the ticket again.',
      on: { 'page.restored': 'reading' },
    },
    missing: {
      description: 'No ticket has this link. A reload reads the ticket again.',
      on: { 'page.restored': 'reading' },
    },
    unreachable: {
      description: 'The ticket could not be read; the visitor may try again, also by a reload.',
      on: { 'ticket.again': 'reading', 'page.restored': 'reading' },
    },
  },
});
