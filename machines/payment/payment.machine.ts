import { assign, setup } from 'xstate';
import { couponMachine as coupon } from '#machines/coupon/coupon.machine.ts';
import { noteIn } from '#machines/shared/errors.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { repriced } from './payment.actions.ts';
import { takeToken } from './payment.actors.ts';
import type { PaymentContext, PaymentEvent, PaymentInput, PaymentOutput } from './payment.types.ts';

/** How the order will be paid: method, coupon, the provider's token (docs/product.md#screen-payment). */
export const paymentMachine = setup({
  types: {} as {
    context: PaymentContext;
    events: PaymentEvent;
    input: PaymentInput;
    output: PaymentOutput;
    tags: Tag;
    meta: Meta;
    children: { takeToken: 'takeToken'; coupon: 'coupon' };
  },
  actors: { takeToken, coupon },
  guards: {
    hasMethod: ({ event }) => event.type === 'payment.submit' && event.method !== null,
    isCouponAsked: ({ event }) => event.type === 'xstate.snapshot.coupon' && event.snapshot.hasTag('pending'),
    isCouponAnswered: ({ event }) => event.type === 'xstate.snapshot.coupon' && event.snapshot.hasTag('settled'),
  },
  actions: {
    keepMethod: assign(({ event }) => (event.type === 'method.choose' ? { method: event.method, note: null } : {})),
    keepOrder: assign(({ context, event }) =>
      event.type === 'xstate.snapshot.coupon' ? repriced(context, event.snapshot.context.order ?? context.order) : {},
    ),
    keepToken: assign(({ event }) =>
      event.type === 'xstate.done.actor.takeToken' ? { payment: event.output, note: null } : {},
    ),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    noteLost: assign(({ event }) => (event.type === 'xstate.done.actor.coupon' ? { note: event.output.failure } : {})),
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
    payment: null,
  }),
  invoke: {
    id: 'coupon',
    src: 'coupon',
    input: ({ context }) => ({ token: context.token }),
    onSnapshot: { guard: 'isCouponAsked', target: '.couponing' },
    onDone: { target: '.lost', actions: 'noteLost' },
  },
  initial: 'choosing',
  states: {
    choosing: {
      tags: ['settled'],
      description: 'A method is chosen and its form filled in.',
      on: {
        'method.choose': { actions: 'keepMethod' },
        'payment.submit': [{ guard: 'hasMethod', target: 'tokenising' }, { actions: 'noteMissing' }],
      },
    },
    couponing: {
      tags: ['pending'],
      description: 'The coupon changes, and the total with it: nothing is paid meanwhile.',
      on: { 'xstate.snapshot.coupon': { guard: 'isCouponAnswered', target: 'choosing', actions: 'keepOrder' } },
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
      description: 'The order is gone, or bought.',
    },
  },
  output: ({ context }) => ({
    method: context.method,
    payment: context.payment,
    order: context.order,
    failure: context.payment ? null : context.note,
  }),
});
