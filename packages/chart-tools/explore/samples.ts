import { assign, fromCallback, fromPromise, raise, setup } from 'xstate';

/** A small shop for the tests of these tools: a child machine, promises, a timer, guards, an escape, a callback. */

const never = fromPromise<unknown, unknown>(() => new Promise(() => {}));
const wait = fromPromise<void, unknown>(() => new Promise(() => {}));
const listen = fromCallback(() => {});

export const payMachine = setup({
  types: {} as {
    context: { free: boolean; tries: number };
    input: { free: boolean };
    events: { type: 'pay.submit' } | { type: 'method.choose'; method: string };
    output: { kind: 'paid'; method: string } | { failure: string };
  },
  actors: { takeToken: never },
  guards: { isFree: ({ context }) => context.free, isWorn: ({ context }) => context.tries > 0 },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
}).createMachine({
  id: 'pay',
  context: ({ input }) => ({ free: input.free, tries: 0 }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isFree', target: 'paid' }, { target: 'choosing' }] },
    choosing: { on: { 'method.choose': {}, 'pay.submit': 'taking' } },
    taking: {
      invoke: {
        id: 'takeToken',
        src: 'takeToken',
        onDone: 'paid',
        onError: [
          { guard: 'isWorn', target: 'refused', actions: 'count' },
          { target: 'choosing', actions: 'count' },
        ],
      },
    },
    paid: { type: 'final' },
    refused: { type: 'final' },
  },
  output: ({ context }) => (context.tries > 1 ? { failure: 'payment_api_failure' } : { kind: 'paid', method: 'card' }),
});

export const shopMachine = setup({
  types: {} as {
    context: { amount: number; code: string | null };
    events:
      | { type: 'order.submit'; amount: number }
      | { type: 'step.back' }
      | { type: 'order.again' }
      | { type: 'connection.lost' }
      | { type: 'failure.payment_api_failure' }
      | { type: 'failure.session_timeout' };
    tags: 'pending';
    children: { pay: 'pay'; placeOrder: 'placeOrder'; deadline: 'wait'; connection: 'listen' };
  },
  actors: { pay: payMachine, placeOrder: never, wait, listen },
  guards: {
    isSomething: ({ context }) => context.amount > 0,
    hasFailed: (_, params: { output: object }) => 'failure' in params.output,
    isNever: () => false,
  },
  actions: {
    assignAmount: assign({ amount: ({ event }) => (event.type === 'order.submit' ? event.amount : 0) }),
    forget: assign({ amount: 0 }),
    assignLost: assign({ code: 'lost' }),
    raiseRefused: raise({ type: 'failure.payment_api_failure' }),
    raiseTimeout: raise({ type: 'failure.session_timeout' }),
  },
}).createMachine({
  id: 'shop',
  description: 'A shop to try the tools on.',
  context: { amount: 0, code: null },
  initial: 'order',
  invoke: { id: 'connection', src: 'listen' },
  on: {
    'failure.payment_api_failure': '.payment',
    'failure.session_timeout': { target: '.order', actions: 'forget' },
    'connection.lost': { actions: 'assignLost' },
  },
  states: {
    order: {
      description: 'Tickets are chosen.',
      initial: 'choosing',
      states: {
        choosing: {
          on: { 'order.submit': { target: 'placing', actions: 'assignAmount' }, 'step.back': {} },
        },
        placing: {
          tags: ['pending'],
          invoke: { id: 'placeOrder', src: 'placeOrder', onDone: '#shop.payment', onError: 'choosing' },
        },
      },
    },
    payment: {
      description: 'Money is asked for.',
      invoke: [
        {
          id: 'pay',
          src: 'pay',
          input: ({ context }) => ({ free: context.amount === 0 }),
          onDone: [
            {
              guard: { type: 'hasFailed', params: ({ event }) => ({ output: event.output }) },
              actions: 'raiseRefused',
            },
            { guard: 'isSomething', target: 'complete' },
            { target: 'order' },
          ],
        },
        { id: 'deadline', src: 'wait', onDone: { actions: 'raiseTimeout' } },
      ],
      on: { 'step.back': 'order' },
    },
    complete: {
      on: { 'order.again': [{ guard: 'isNever', target: 'payment' }, { target: 'order' }] },
    },
  },
});
