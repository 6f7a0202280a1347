import { assign, setup } from 'xstate';
import type { Tag } from '#machines/shared/screens.ts';
import { wait } from '#machines/shared/wait.ts';
import { clearAfter, closeAfter, isEmpty, type ToastContext, type ToastEvent } from './toast.types.ts';

/**
 * Toast queue (docs/product.md#toasts, docs/charts.md#toasts-and-dialogs): 3.5 s visible, text cleared 1 s later, then the next;
 * empty text closes.
 */
export const toastMachine = setup({
  types: {} as {
    context: ToastContext;
    events: ToastEvent;
    tags: Tag | 'shown';
    children: { toastClose: 'wait'; toastClear: 'wait' };
  },
  actors: { wait },
  guards: {
    isEmpty: ({ event }) => event.type === 'toast.show' && isEmpty(event.toast),
    hasNext: ({ context }) => context.queue.length > 0,
  },
  actions: {
    show: assign(({ event }) => (event.type === 'toast.show' ? { shown: event.toast } : {})),
    enqueue: assign(({ context, event }) =>
      event.type === 'toast.show' ? { queue: [...context.queue, event.toast] } : {},
    ),
    showNext: assign(({ context }) => ({ shown: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    clear: assign({ shown: null }),
  },
}).createMachine({
  id: 'toast',
  description: 'Short notices, one after the other.',
  context: { shown: null, queue: [] },
  initial: 'idle',
  states: {
    idle: {
      tags: ['settled'],
      description: 'Nothing to say.',
      on: {
        'toast.show': [{ guard: 'isEmpty' }, { target: 'showing', actions: 'show' }],
        'page.restored': {},
      },
    },
    showing: {
      tags: ['settled', 'shown'],
      description: 'A notice is on screen for 3.5 seconds.',
      invoke: { id: 'toastClose', src: 'wait', input: { for: closeAfter }, onDone: 'clearing' },
      on: {
        'toast.show': [{ guard: 'isEmpty', target: 'clearing' }, { actions: 'enqueue' }],
        'page.restored': 'clearing',
      },
    },
    clearing: {
      tags: ['settled'],
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
        'toast.show': [{ guard: 'isEmpty' }, { actions: 'enqueue' }],
        'page.restored': {},
      },
    },
  },
});
