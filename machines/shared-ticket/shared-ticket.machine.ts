import { assign, setup } from 'xstate';
import { failureIn } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { forgetTicket, readShared, recallShared } from '#machines/ticket/ticket.actors.ts';
import { applyTicket, guards, readingOf } from '#machines/ticket/ticket.logic.ts';
import type { TicketContext, TicketEvent, TicketInput } from '#machines/ticket/ticket.types.ts';
import type { SharedTicket } from '#src/domain/ticket.ts';

/** A ticket as the recipient of a share link sees it (docs/product.md#screen-shared). */
export const sharedTicketMachine = setup({
  types: {} as {
    context: TicketContext<SharedTicket>;
    events: TicketEvent;
    input: TicketInput;
    tags: Tag;
    meta: Meta;
    children: { readShared: 'readShared'; recallShared: 'recallShared'; forgetTicket: 'forgetTicket' };
  },
  actors: { readShared, recallShared, forgetTicket },
  guards,
  actions: {
    assignTicket: assign((_, ticket: SharedTicket | null) => applyTicket(ticket)),
    recallTicket: assign((_, ticket: SharedTicket | null) => ({ ticket })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    markStillStored: assign({ isStillStored: true }),
  },
}).createMachine({
  id: 'shared-ticket',
  description: 'A ticket, opened by a share link.',
  context: ({ input }) => ({ ...input, ticket: null, failure: null, isStillStored: false }),
  meta: { screen: 'shared' },
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched.',
      invoke: {
        id: 'readShared',
        src: 'readShared',
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
        id: 'recallShared',
        src: 'recallShared',
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
      description: 'The ticket with its code for the gate; its owner may end the sharing, so it can be read again.',
      on: { 'ticket.again': 'reading', 'ticket.forget': 'forgetting' },
    },
    missing: {
      tags: ['settled'],
      description: 'The link is not shared any more, or never was.',
    },
    unreachable: {
      tags: ['settled'],
      description:
        'The ticket could not be read; what was read before, on this visit or an earlier one, shows, and the visitor may try again.',
      on: { 'ticket.again': 'reading', 'ticket.forget': { guard: 'hasTicket', target: 'forgetting' } },
    },
  },
});
