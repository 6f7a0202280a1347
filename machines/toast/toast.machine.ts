import { assign, setup } from 'xstate';
import { wait } from '#machines/shared/wait.ts';
import type { Toast, ToastTypes } from './toast.types.ts';

/** How long a toast is visible, and how long its text then stays while it fades, ms. */
const closeAfter = 3_500;
const clearAfter = 1_000;

/** Toast queue (docs/product.md#toasts): visible, then cleared, then the next; an empty text closes. */
export const toastMachine = setup({
  types: {} as ToastTypes,
  actors: { wait },
  guards: {
    isEmpty: (_: unknown, toast: Toast) => 'text' in toast && toast.text === '',
    hasNext: ({ context }) => context.queue.length > 0,
  },
  actions: {
    show: assign((_, toast: Toast) => ({ shown: toast })),
    enqueue: assign(({ context }, toast: Toast) => ({ queue: [...context.queue, toast] })),
    showNext: assign(({ context }) => ({ shown: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    clear: assign({ shown: null }),
  },
}).createMachine({
  id: 'toast',
  description: 'Short notices, one after the other.',
  context: { shown: null, queue: [] },
  initial: 'idle',
  on: { 'page.restored': {} },
  states: {
    idle: {
      description: 'No message is shown.',
      on: {
        'toast.show': [
          { guard: { type: 'isEmpty', params: ({ event }) => event.toast } },
          { target: 'showing', actions: { type: 'show', params: ({ event }) => event.toast } },
        ],
      },
    },
    showing: {
      tags: ['shown'],
      description: 'A notice is on screen for 3.5 seconds.',
      invoke: { id: 'toastClose', src: 'wait', input: { for: closeAfter }, onDone: 'clearing' },
      on: {
        'toast.show': [
          { guard: { type: 'isEmpty', params: ({ event }) => event.toast }, target: 'clearing' },
          { actions: { type: 'enqueue', params: ({ event }) => event.toast } },
        ],
        'page.restored': 'clearing',
      },
    },
    clearing: {
      description: 'The notice fades; its text goes a second later.',
      invoke: {
        id: 'toastClear',
        src: 'wait',
        input: { for: clearAfter },
        onDone: [
          { guard: 'hasNext', target: 'showing', actions: 'showNext' },
          { target: 'idle', actions: 'clear' },
        ],
      },
      on: {
        'toast.show': [
          { guard: { type: 'isEmpty', params: ({ event }) => event.toast } },
          { actions: { type: 'enqueue', params: ({ event }) => event.toast } },
        ],
      },
    },
  },
});
