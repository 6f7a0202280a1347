import { assign, enqueueActions, setup } from 'xstate';
import { isOrderOver, noteIn } from '#machines/shared/errors.ts';
import type { Tag } from '#machines/shared/screens.ts';
import { tell } from '#machines/shared/tell.ts';
import { changeCoupon } from './coupon.actors.ts';
import type { CouponContext, CouponEvent, CouponInput, CouponOutput } from './coupon.types.ts';

/** A coupon for the order: applied, refused in words next to its code, taken away (SCREENS "payment", SPEC §8). */
export const couponMachine = setup({
  types: {} as {
    context: CouponContext;
    events: CouponEvent;
    input: CouponInput;
    output: CouponOutput;
    tags: Tag;
    children: { applyCoupon: 'changeCoupon'; removeCoupon: 'changeCoupon' };
  },
  actors: { changeCoupon },
  guards: { isOrderOver },
  actions: {
    keepCode: assign(({ context, event }) =>
      'code' in event ? { code: event.code, turn: context.turn + 1, note: null } : {},
    ),
    keepOrder: assign(({ event }) => ('output' in event ? { order: event.output } : {})),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    tellFailure: enqueueActions(tell),
  },
}).createMachine({
  id: 'coupon',
  description: 'A coupon is put on the order, or taken off.',
  context: ({ input }) => ({ token: input.token, seed: input.seed, order: null, turn: 0, code: '', note: null }),
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
      invoke: {
        id: 'applyCoupon',
        src: 'changeCoupon',
        input: ({ context }) => ({
          token: context.token,
          code: context.code,
          remove: false,
          key: `${context.seed}-${context.turn}`,
        }),
        onDone: { target: 'editing', actions: 'keepOrder' },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'noteFailure' },
          { target: 'editing', actions: ['noteFailure', 'tellFailure'] },
        ],
      },
    },
    removing: {
      tags: ['pending'],
      description: 'The coupon is taken off.',
      invoke: {
        id: 'removeCoupon',
        src: 'changeCoupon',
        input: ({ context }) => ({
          token: context.token,
          code: context.code,
          remove: true,
          key: `${context.seed}-${context.turn}`,
        }),
        onDone: { target: 'editing', actions: 'keepOrder' },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'noteFailure' },
          { target: 'editing', actions: ['noteFailure', 'tellFailure'] },
        ],
      },
    },
    lost: {
      type: 'final',
      description: 'The order is gone, or bought.',
    },
  },
  output: ({ context }) => ({ failure: context.note }),
});
