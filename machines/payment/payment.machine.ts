import { assign, setup } from 'xstate';
import { couponMachine as coupon } from '#machines/coupon/coupon.machine.ts';
import type { CouponOutput } from '#machines/coupon/coupon.types.ts';
import { failureIn, missing } from '#machines/shared/errors.ts';
import { outputOf, payloadOf } from '#machines/shared/params.ts';
import type { PaymentToken } from '#src/domain/checkout.ts';
import type { Method } from '#src/domain/payment.ts';
import { takeToken } from './payment.actors.ts';
import { repriced } from './payment.logic.ts';
import type { Authorised, CouponSnapshot, PaymentTypes } from './payment.types.ts';

/** How the order will be paid: method, coupon, the provider's token (docs/product.md#screen-payment). */
export const paymentMachine = setup({
  types: {} as PaymentTypes,
  actors: { takeToken, coupon },
  guards: {
    hasMethod: (_: unknown, method: Method | null) => method !== null,
    isCouponPending: (_: unknown, coupon: CouponSnapshot) => coupon.hasTag('pending'),
    isCouponAnswered: (_: unknown, coupon: CouponSnapshot) => !coupon.hasTag('pending'),
  },
  actions: {
    assignMethod: assign((_, method: Method) => ({ method, failure: null })),
    assignSubmitted: assign((_, method: Method | null) => ({ method })),
    assignOrder: assign(({ context }, coupon: CouponSnapshot) =>
      repriced(context, coupon.context.order ?? context.order),
    ),
    assignToken: assign((_, payment: PaymentToken) => ({ payment, failure: null })),
    assignAuthorised: assign((_, { method, payment }: Authorised) => ({ method, payment, failure: null })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    assignCouponFailure: assign((_, { failure }: CouponOutput) => ({ failure })),
    assignMissingField: assign({ failure: missing('payment_method') }),
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
    onSnapshot: { guard: { type: 'isCouponPending', params: ({ event }) => event.snapshot }, target: '.couponing' },
    onDone: { target: '.lost', actions: { type: 'assignCouponFailure', params: outputOf } },
  },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'A method is chosen and its form filled in; the page shows the first until another is chosen.',
      on: {
        'method.choose': { actions: { type: 'assignMethod', params: ({ event }) => event.method } },
        'payment.submit': [
          {
            guard: { type: 'hasMethod', params: ({ event }) => event.method },
            target: 'tokenising',
            actions: { type: 'assignSubmitted', params: ({ event }) => event.method },
          },
          { actions: 'assignMissingField' },
        ],
        'sheet.confirmed': { target: 'authorised', actions: { type: 'assignAuthorised', params: payloadOf } },
        'sheet.closed': { actions: 'assignFailure' },
      },
    },
    couponing: {
      tags: ['pending'],
      description: 'The coupon changes, and the total with it: nothing is paid meanwhile.',
      on: {
        'xstate.snapshot.coupon': {
          guard: { type: 'isCouponAnswered', params: ({ event }) => event.snapshot },
          target: 'choosing',
          actions: { type: 'assignOrder', params: ({ event }) => event.snapshot },
        },
      },
    },
    tokenising: {
      tags: ['pending'],
      description: 'The form on screen asks its provider for a token; card data stay there.',
      invoke: {
        id: 'takeToken',
        src: 'takeToken',
        input: ({ context }) => ({ method: context.method }),
        onDone: { target: 'chosen', actions: { type: 'assignToken', params: outputOf } },
        onError: { target: 'choosing', actions: 'assignFailure' },
      },
    },
    chosen: {
      type: 'final',
      description: 'The order can be confirmed.',
    },
    authorised: {
      type: 'final',
      description: 'The visitor agreed to pay in an express wallet’s sheet, and is not asked again.',
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
