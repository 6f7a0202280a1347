import { assign, setup } from 'xstate';
import { failureIn } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { forgetTicket, readTicket, recallTicket } from './ticket.actors.ts';
import { applyTicket, guards, readingOf } from './ticket.logic.ts';
import type { TicketContext, TicketEvent, TicketInput } from './ticket.types.ts';

/** The ticket behind a link (docs/product.md#screen-ticket). */
export const ticketMachine = setup({
  types: {} as {
    context: TicketContext;
    events: TicketEvent;
    input: TicketInput;
    tags: Tag;
    meta: Meta;
    children: { readTicket: 'readTicket'; recallTicket: 'recallTicket'; forgetTicket: 'forgetTicket' };
  },
  actors: { readTicket, recallTicket, forgetTicket },
  guards,
  actions: {
    assignTicket: assign((_, ticket: Ticket | null) => applyTicket(ticket)),
    recallTicket: assign((_, ticket: Ticket | null) => ({ ticket })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    markStillStored: assign({ isStillStored: true }),
  },
}).createMachine({
  id: 'ticket',
  description: 'A ticket, opened by its link.',
  context: ({ input }) => ({ ...input, ticket: null, failure: null, isStillStored: false }),
  meta: { screen: 'ticket' },
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: readingOf,
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
        input: ({ context: { token, lang } }) => ({ token, lang }),
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
      tags: ['settled'],
      description: 'The ticket with its code for the gate; it may have been used meanwhile, so it can be read again.',
      on: { 'ticket.again': 'reading', 'ticket.forget': 'forgetting' },
    },
    missing: {
      tags: ['settled'],
      description: 'No ticket has this link.',
    },
    unreachable: {
      tags: ['settled'],
      description:
        'The ticket could not be read; what was read before, on this visit or an earlier one, shows, and the visitor may try again.',
      on: { 'ticket.again': 'reading', 'ticket.forget': { guard: 'hasTicket', target: 'forgetting' } },
    },
  },
});
