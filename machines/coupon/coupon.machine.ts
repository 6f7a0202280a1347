import { assign, enqueueActions, setup } from 'xstate';
import { lookAtOrder } from '#machines/hold/hold.actors.ts';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { isOrderOver, isUnknown, noteIn } from '#machines/shared/errors.ts';
import type { Tag } from '#machines/shared/screens.ts';
import { tell } from '#machines/shared/tell.ts';
import { wait } from '#machines/shared/wait.ts';
import { contentOf, isAsWanted, reread } from './coupon.actions.ts';
import { changeCoupon, readEvery } from './coupon.actors.ts';
import type { CouponContext, CouponEvent, CouponInput, CouponOutput } from './coupon.types.ts';

/**
 * The order's coupon: applied, refused with an error next to its code, or removed (docs/product.md#screen-payment,
 * docs/product.md#mapped-failures).
 */
export const couponMachine = setup({
  types: {} as {
    context: CouponContext;
    events: CouponEvent;
    input: CouponInput;
    output: CouponOutput;
    tags: Tag;
    children: {
      applyCoupon: 'changeCoupon';
      removeCoupon: 'changeCoupon';
      rereadOrder: 'lookAtOrder';
      readPause: 'wait';
      readAgain: 'lookAtOrder';
    };
  },
  actors: { changeCoupon, lookAtOrder, wait },
  guards: {
    isOrderOver,
    isUnknown,
    isLineDown: ({ event }) => noteIn(event).code === 'connection_error',
    /** The change took effect although its reply was lost. */
    isAsWanted: ({ context, event }) =>
      event.type === 'xstate.done.actor.rereadOrder' && isAsWanted(context, event.output.order),
  },
  actions: {
    keepCode: assign(({ event }) =>
      'code' in event ? { code: event.code, remove: event.type === 'coupon.remove', note: null } : {},
    ),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, contentOf(context)) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    keepOrder: assign(({ event }) =>
      event.type === 'xstate.done.actor.applyCoupon' || event.type === 'xstate.done.actor.removeCoupon'
        ? { order: event.output }
        : {},
    ),
    keepReread: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.rereadOrder' || event.type === 'xstate.done.actor.readAgain'
        ? reread(context, event.output.order)
        : {},
    ),
    tellNote: enqueueActions(({ context: { note }, system, enqueue }) => {
      const failed = { type: 'failure', note };
      if (note) tell({ system, enqueue, event: failed });
    }),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    tellFailure: enqueueActions(tell),
  },
}).createMachine({
  id: 'coupon',
  description: 'A coupon is put on the order, or taken off.',
  context: ({ input }) => ({
    token: input.token,
    order: null,
    code: '',
    remove: false,
    attempt: null,
    note: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      tags: ['settled'],
      description: 'A code can be typed, or the coupon that counts taken away.',
      on: {
        'coupon.apply': { target: 'applying', actions: 'keepCode' },
        'coupon.remove': { target: 'removing', actions: 'keepCode' },
      },
    },
    applying: {
      tags: ['pending'],
      description: 'The code is sent.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'applyCoupon',
        src: 'changeCoupon',
        input: ({ context }) => ({
          token: context.token,
          code: context.code,
          remove: false,
          key: context.attempt?.key ?? '',
        }),
        onDone: { target: 'editing', actions: 'keepOrder' },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'noteFailure' },
          { guard: 'isUnknown', target: 'rereading', actions: 'noteFailure' },
          { target: 'editing', actions: ['noteFailure', 'tellFailure'] },
        ],
      },
    },
    removing: {
      tags: ['pending'],
      description: 'The coupon is taken off.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'removeCoupon',
        src: 'changeCoupon',
        input: ({ context }) => ({
          token: context.token,
          code: context.code,
          remove: true,
          key: context.attempt?.key ?? '',
        }),
        onDone: { target: 'editing', actions: 'keepOrder' },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'noteFailure' },
          { guard: 'isUnknown', target: 'rereading', actions: 'noteFailure' },
          { target: 'editing', actions: ['noteFailure', 'tellFailure'] },
        ],
      },
    },
    rereading: {
      tags: ['pending'],
      description: 'The answer was lost: the order is read, so that its total is shown as it is.',
      invoke: {
        id: 'rereadOrder',
        src: 'lookAtOrder',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: 'isAsWanted', target: 'editing', actions: 'keepReread' },
          { target: 'editing', actions: ['keepReread', 'tellNote'] },
        ],
        onError: [
          { guard: 'isLineDown', target: 'unreachable', actions: 'tellNote' },
          { target: 'lost', actions: 'noteFailure' },
        ],
      },
    },
    unreachable: {
      tags: ['pending'],
      description: 'Nobody knows the total until the server can be reached again.',
      initial: 'pausing',
      states: {
        pausing: {
          description: 'The line may be back in a moment.',
          invoke: { id: 'readPause', src: 'wait', input: { for: readEvery }, onDone: 'reading' },
        },
        reading: {
          description: 'The order is read once more.',
          invoke: {
            id: 'readAgain',
            src: 'lookAtOrder',
            input: ({ context }) => ({ token: context.token }),
            onDone: { target: '#coupon.editing', actions: 'keepReread' },
            onError: [
              { guard: 'isLineDown', target: 'pausing' },
              { target: '#coupon.lost', actions: 'noteFailure' },
            ],
          },
        },
      },
    },
    lost: {
      type: 'final',
      description: 'The order is gone, or bought, or cannot be read.',
    },
  },
  output: ({ context }) => ({ failure: context.note }),
});
