import { assign, setup } from 'xstate';
import { couponMachine as coupon } from '#machines/coupon/coupon.machine.ts';
import { failureIn } from '#machines/shared/errors.ts';
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
    assignMethod: assign(({ event }) =>
      event.type === 'method.choose' ? { method: event.method, failure: null } : {},
    ),
    assignOrder: assign(({ context, event }) =>
      event.type === 'xstate.snapshot.coupon' ? repriced(context, event.snapshot.context.order ?? context.order) : {},
    ),
    assignToken: assign(({ event }) =>
      event.type === 'xstate.done.actor.takeToken' ? { payment: event.output, failure: null } : {},
    ),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    assignCouponFailure: assign(({ event }) =>
      event.type === 'xstate.done.actor.coupon' ? { failure: event.output.failure } : {},
    ),
    assignMissingField: assign({
      failure: { code: 'invalid_input', fields: ['payment_method'], unknown: false } as const,
    }),
  },
}).createMachine({
  id: 'payment',
  description: 'The visitor chooses how to pay.',
  meta: { screen: 'payment' },
  context: ({ input }) => ({
    token: input.token,
    ...repriced(input, input.order),
    failure: input.failure,
    payment: null,
  }),
  invoke: {
    id: 'coupon',
    src: 'coupon',
    input: ({ context }) => ({ token: context.token }),
    onSnapshot: { guard: 'isCouponAsked', target: '.couponing' },
    onDone: { target: '.lost', actions: 'assignCouponFailure' },
  },
  initial: 'choosing',
  states: {
    choosing: {
      tags: ['settled'],
      description: 'A method is chosen and its form filled in.',
      on: {
        'method.choose': { actions: 'assignMethod' },
        'payment.submit': [{ guard: 'hasMethod', target: 'tokenising' }, { actions: 'assignMissingField' }],
      },
    },
    couponing: {
      tags: ['pending'],
      description: 'The coupon changes, and the total with it: nothing is paid meanwhile.',
      on: { 'xstate.snapshot.coupon': { guard: 'isCouponAnswered', target: 'choosing', actions: 'assignOrder' } },
    },
    tokenising: {
      tags: ['pending'],
      description: 'The form on screen asks its provider for a token; card data stay there.',
      invoke: {
        id: 'takeToken',
        src: 'takeToken',
        input: ({ context }) => ({ method: context.method }),
        onDone: { target: 'chosen', actions: 'assignToken' },
        onError: { target: 'choosing', actions: 'assignFailure' },
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
    failure: context.payment ? null : context.failure,
  }),
});
