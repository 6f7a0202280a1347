import { assign, enqueueActions, setup } from 'xstate';
import { lookAtOrder } from '#machines/hold/hold.actors.ts';
import type { Extended } from '#machines/hold/hold.types.ts';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isOrderOver, isUnknown } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure, enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import { wait } from '#machines/shared/wait.ts';
import type { Order } from '#src/domain/order.ts';
import { changeCoupon } from './coupon.actors.ts';
import { applyReread, contentOf } from './coupon.logic.ts';
import type { CouponTypes } from './coupon.types.ts';

/** Pause between two tries to read the order, ms. */
const readEvery = 3_000;

/** The order's coupon: applied, refused with an error next to its code, or removed (docs/product.md#screen-payment). */
export const couponMachine = setup({
  types: {} as CouponTypes,
  actors: { changeCoupon, lookAtOrder, wait },
  guards: {
    isOrderOver,
    isUnknown,
    isConnectionLost: ({ event }) => failureIn(event).code === 'connection_error',
  },
  actions: {
    assignApplied: assign((_, code: string) => ({ code, remove: false, failure: null })),
    assignRemoved: assign((_, code: string) => ({ code, remove: true, failure: null })),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, contentOf(context)) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignOrder: assign((_, order: Order) => ({ order })),
    assignReread: assign(({ context }, found: Extended) => applyReread(context, found.order)),
    /** Reports why the change was not made; a change that was made has no failure. */
    reportLastFailure: enqueueActions(({ context: { failure }, ...args }) => {
      if (failure) enqueueFailureDialog(args, failure);
    }),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    reportFailure: enqueueActions(enqueueFailure),
  },
}).createMachine({
  id: 'coupon',
  description: 'A coupon is applied to the order, or removed.',
  context: ({ input }) => ({
    token: input.token,
    order: null,
    code: '',
    remove: false,
    attempt: null,
    failure: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'A code can be typed, or the coupon that counts taken away.',
      on: {
        'coupon.apply': { target: 'changing', actions: { type: 'assignApplied', params: ({ event }) => event.code } },
        'coupon.remove': { target: 'changing', actions: { type: 'assignRemoved', params: ({ event }) => event.code } },
      },
    },
    changing: {
      tags: ['pending'],
      description: 'The code is sent, or the coupon taken off.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'changeCoupon',
        src: 'changeCoupon',
        input: ({ context: { token, code, remove, attempt } }) => ({ token, code, remove, key: attempt?.key ?? '' }),
        onDone: { target: 'editing', actions: { type: 'assignOrder', params: outputOf } },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'assignFailure' },
          { guard: 'isUnknown', target: 'rereading', actions: 'assignFailure' },
          { target: 'editing', actions: 'reportFailure' },
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
        onDone: { target: 'editing', actions: [{ type: 'assignReread', params: outputOf }, 'reportLastFailure'] },
        onError: [
          { guard: 'isConnectionLost', target: 'unreachable', actions: 'reportLastFailure' },
          { target: 'lost', actions: 'assignFailure' },
        ],
      },
    },
    unreachable: {
      tags: ['pending'],
      description: 'The total is unknown until the server can be reached again.',
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
            onDone: { target: '#coupon.editing', actions: { type: 'assignReread', params: outputOf } },
            onError: [
              { guard: 'isConnectionLost', target: 'pausing' },
              { target: '#coupon.lost', actions: 'assignFailure' },
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
  output: ({ context }) => ({ failure: context.failure }),
});
