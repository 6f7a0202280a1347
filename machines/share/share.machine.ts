import { assign, setup } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import { shareTicket, stopSharing } from './share.actors.ts';
import type { ShareContext, ShareTypes } from './share.types.ts';

/** Shares a ticket by its own link, and stops sharing (docs/product.md#screen-share). */
export const shareMachine = setup({
  types: {} as ShareTypes,
  actors: { readTicket, shareTicket, stopSharing },
  guards: {
    isUnknownLink,
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) => failureIn(event).code === 'cannot_change_ticket',
    mayShare: ({ context: { ticket } }) => ticket?.state === 'valid' && ticket.actions.share === null,
    mayStop: ({ context: { ticket } }) => ticket?.actions.stop_sharing === null,
  },
  actions: {
    assignTicket: assign((_, ticket: ShareContext['ticket']) => ({ ticket })),
    startAttempt: assign(({ context }, content: object) => ({ attempt: startAttempt(context.attempt, content) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    clearFailure: assign({ failure: null }),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
  },
}).createMachine({
  id: 'share',
  description: 'A ticket is shared by a separate link, and taken back.',
  context: ({ input }) => ({ ...input, ticket: null, attempt: null, failure: null }),
  meta: { screen: 'share' },
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched at first and after each change; the error of a refused change stays shown.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: { target: 'showing', actions: { type: 'assignTicket', params: outputOf } },
        onError: [
          { guard: 'isUnknownLink', target: 'missing', actions: { type: 'assignTicket', params: null } },
          { target: 'unreachable', actions: [{ type: 'assignTicket', params: null }, 'assignFailure'] },
        ],
      },
    },
    showing: {
      description: 'The ticket can be shared, or sharing can be ended, or neither; the page shows which.',
      on: {
        'share.make': { guard: 'mayShare', target: 'sharing', actions: 'clearFailure' },
        'share.stop': { guard: 'mayStop', target: 'stopping', actions: 'clearFailure' },
      },
    },
    sharing: {
      tags: ['pending'],
      description: 'The share link is made.',
      entry: { type: 'startAttempt', params: { share: true } },
      exit: 'endAttempt',
      invoke: {
        id: 'shareTicket',
        src: 'shareTicket',
        input: ({ context: { token, attempt } }) => ({ token, key: attempt?.key ?? '' }),
        onDone: 'reading',
        onError: [
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { target: 'showing', actions: 'assignFailure' },
        ],
      },
    },
    stopping: {
      tags: ['pending'],
      description: 'The share link is made dead.',
      entry: { type: 'startAttempt', params: { share: false } },
      exit: 'endAttempt',
      invoke: {
        id: 'stopSharing',
        src: 'stopSharing',
        input: ({ context: { token, attempt } }) => ({ token, key: attempt?.key ?? '' }),
        onDone: 'reading',
        onError: [
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { target: 'showing', actions: 'assignFailure' },
        ],
      },
    },
    missing: {
      description: 'No ticket has this link.',
    },
    unreachable: {
      description: 'The ticket could not be read; the visitor may try again.',
      on: { 'ticket.again': { target: 'reading', actions: 'clearFailure' } },
    },
  },
});
