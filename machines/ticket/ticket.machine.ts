import { assign, enqueueActions, setup } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import { forgetTicket, readLinked, recallTicket, refundTicket } from './ticket.actors.ts';
import { choiceOf } from './ticket.logic.ts';
import type { TicketTypes } from './ticket.types.ts';

/**
 * The ticket behind a link, as its holder sees it or the recipient of a share link; both have their page in the store's chart
 * (docs/product.md#screen-ticket, docs/product.md#screen-shared).
 */
export const ticketMachine = setup({
  types: {} as TicketTypes,
  actors: { readLinked, recallTicket, forgetTicket, refundTicket },
  guards: {
    isUnknownLink,
    hasTicket: ({ context }) => context.ticket !== null,
    hasChoice: ({ context }) => choiceOf(context) !== null,
    /** The money of the order goes back by this link. */
    isRefundable: ({ context }) => choiceOf(context)?.bar === null,
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) => failureIn(event).code === 'cannot_change_ticket',
  },
  actions: {
    /** The server's reply: a ticket, or null for a link that is no longer valid. */
    assignTicket: assign((_, ticket: Ticket | SharedTicket | null) => ({
      ticket,
      failure: null,
      isStillStored: false,
    })),
    recallTicket: assign((_, ticket: Ticket | SharedTicket | null) => ({ ticket })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    markStillStored: assign({ isStillStored: true }),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, { refund: true }) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignRefunded: assign((_, refunded: number) => ({ refunded })),
    reportFailure: enqueueActions(({ event, ...args }) => enqueueFailureDialog(args, failureIn(event))),
  },
}).createMachine({
  id: 'ticket',
  description: 'A ticket, opened by its link or by a share link.',
  context: ({ input }) => ({
    ...{ ...input, ticket: null, failure: null, isStillStored: false },
    ...{ attempt: null, refunded: null },
  }),
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched.',
      invoke: {
        id: 'readTicket',
        src: 'readLinked',
        // Before a ticket is seen the visitor may be at the gate, so the stored copy is used sooner.
        input: ({ context: { page, token, lang, ticket } }) => ({
          page,
          token,
          lang,
          timeout: ticket ? 10_000 : 4_000,
        }),
        onDone: { target: 'showing', actions: { type: 'assignTicket', params: outputOf } },
        onError: [
          { guard: 'isUnknownLink', target: 'missing', actions: { type: 'assignTicket', params: null } },
          { guard: 'hasTicket', target: 'unreachable', actions: 'assignFailure' },
          { target: 'recalling', actions: 'assignFailure' },
        ],
      },
      on: { 'ticket.forget': { guard: 'hasTicket', target: 'forgetting' } },
    },
    recalling: {
      tags: ['pending'],
      description: 'Nothing has been read on this visit: what an earlier one kept is looked for.',
      invoke: {
        id: 'recallTicket',
        src: 'recallTicket',
        input: ({ context: { page, token, lang } }) => ({ page, token, lang }),
        onDone: { target: 'unreachable', actions: { type: 'recallTicket', params: outputOf } },
        onError: 'unreachable',
      },
    },
    forgetting: {
      tags: ['pending'],
      description: 'All that this device has stored of the ticket is deleted.',
      invoke: {
        id: 'forgetTicket',
        src: 'forgetTicket',
        input: ({ context: { token } }) => ({ token }),
        onDone: 'gone',
        onError: { target: 'showing', actions: 'markStillStored' },
      },
    },
    gone: {
      type: 'final',
      description: 'Nothing of the ticket is stored on this device any more.',
    },
    showing: {
      description: 'The ticket; it may have been used or its sharing ended meanwhile, so it can be read again.',
      on: {
        'ticket.again': 'reading',
        'ticket.forget': 'forgetting',
        'choice.keep': { guard: 'hasChoice', target: 'kept' },
        'choice.refund': { guard: 'isRefundable', target: 'refunding' },
      },
    },
    kept: {
      description: 'The holder keeps the time to which the venue moved the visit; the choice stays open until its end.',
      on: {
        'ticket.again': 'reading',
        'ticket.forget': 'forgetting',
        'choice.refund': { guard: 'isRefundable', target: 'refunding' },
      },
    },
    refunding: {
      tags: ['pending'],
      description: 'The order of a visit that the venue moved ends, and its money goes back.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'refundTicket',
        src: 'refundTicket',
        input: ({ context: { token, attempt } }) => ({ token, key: attempt?.key ?? '' }),
        onDone: { target: 'reading', actions: { type: 'assignRefunded', params: outputOf } },
        onError: [
          { guard: 'isUnknownLink', target: 'missing', actions: { type: 'assignTicket', params: null } },
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { target: 'showing', actions: 'reportFailure' },
        ],
      },
    },
    missing: {
      description: 'No ticket has this link, or none any more.',
    },
    unreachable: {
      description:
        'The ticket could not be read; what was read before, on this visit or an earlier one, shows, and the visitor may try again.',
      on: { 'ticket.again': 'reading', 'ticket.forget': { guard: 'hasTicket', target: 'forgetting' } },
    },
  },
});
