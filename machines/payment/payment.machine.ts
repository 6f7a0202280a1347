import { assign, setup } from 'xstate';
import { isReset, noteIn } from '#machines/shared/errors.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { repriced } from './payment.actions.ts';
import { changeCoupon, takeToken } from './payment.actors.ts';
import type { PaymentContext, PaymentEvent, PaymentInput, PaymentOutput } from './payment.types.ts';

/** How the order will be paid: method, coupon, the provider's token (SCREENS "payment"). */
export const paymentMachine = setup({
  types: {} as {
    context: PaymentContext;
    events: PaymentEvent;
    input: PaymentInput;
    output: PaymentOutput;
    tags: Tag;
    meta: Meta;
    children: { takeToken: 'takeToken'; changeCoupon: 'changeCoupon' };
  },
  actors: { takeToken, changeCoupon },
  guards: {
    hasMethod: ({ context }) => context.method !== null,
    isReset,
  },
  actions: {
    keepMethod: assign(({ event }) => (event.type === 'method.choose' ? { method: event.method, note: null } : {})),
    keepCoupon: assign(({ context, event }) =>
      event.type === 'coupon.apply' || event.type === 'coupon.remove'
        ? { coupon: { code: event.code, remove: event.type === 'coupon.remove' }, turn: context.turn + 1, note: null }
        : {},
    ),
    keepOrder: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.changeCoupon' ? repriced(context, event.output) : {},
    ),
    keepToken: assign(({ event }) =>
      event.type === 'xstate.done.actor.takeToken' ? { payment: event.output, note: null } : {},
    ),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    noteMissing: assign({ note: { code: 'invalid_input', fields: ['payment_method'], unknown: false } as const }),
  },
}).createMachine({
  id: 'payment',
  description: 'The visitor chooses how to pay.',
  meta: { screen: 'payment' },
  context: ({ input }) => ({
    token: input.token,
    ...repriced(input, input.order),
    note: input.note,
    seed: input.seed,
    turn: 0,
    coupon: null,
    payment: null,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      tags: ['settled'],
      description: 'A method is chosen and its form filled in.',
      on: {
        'method.choose': { actions: 'keepMethod' },
        'coupon.apply': { target: 'couponing', actions: 'keepCoupon' },
        'coupon.remove': { target: 'couponing', actions: 'keepCoupon' },
        'payment.submit': [{ guard: 'hasMethod', target: 'tokenising' }, { actions: 'noteMissing' }],
      },
    },
    couponing: {
      tags: ['pending'],
      description: 'A coupon is applied or taken away.',
      invoke: {
        id: 'changeCoupon',
        src: 'changeCoupon',
        input: ({ context }) => ({
          token: context.token,
          code: context.coupon?.code ?? '',
          remove: context.coupon?.remove ?? false,
          key: `${context.seed}-${context.turn}`,
        }),
        onDone: { target: 'choosing', actions: 'keepOrder' },
        onError: [
          { guard: 'isReset', target: 'lost', actions: 'noteFailure' },
          { target: 'choosing', actions: 'noteFailure' },
        ],
      },
    },
    tokenising: {
      tags: ['pending'],
      description: 'The form on screen asks its provider for a token; card data stay there.',
      invoke: {
        id: 'takeToken',
        src: 'takeToken',
        input: ({ context }) => ({ method: context.method }),
        onDone: { target: 'chosen', actions: 'keepToken' },
        onError: { target: 'choosing', actions: 'noteFailure' },
      },
    },
    chosen: {
      type: 'final',
      description: 'The order can be confirmed.',
    },
    lost: {
      type: 'final',
      description: 'The order is gone.',
    },
  },
  output: ({ context }) => ({
    method: context.method,
    payment: context.payment,
    order: context.order,
    failure: context.payment ? null : context.note,
  }),
});
