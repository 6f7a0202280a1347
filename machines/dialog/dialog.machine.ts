import { assign, enqueueActions, setup } from 'xstate';
import type { About, Dialog, DialogContext, DialogTypes } from './dialog.types.ts';

/**
 * Dialog queue (docs/product.md#dialogs): the first one shows; OK runs its action, then it closes; cancel and background close
 * it, and so does the end of the fact that it is about.
 */
export const dialogMachine = setup({
  types: {} as DialogTypes,
  guards: {
    isEmpty: ({ context }) => context.queue.length === 0,
    hasCancel: ({ context }) => context.queue[0]?.ngButton !== undefined,
    isWaiting: ({ context }: { context: DialogContext }, dialog: Dialog) =>
      context.queue.some(({ number }) => number === dialog.number),
  },
  actions: {
    enqueue: assign(({ context }, dialog: Dialog) => ({ queue: [...context.queue, dialog] })),
    runOk: enqueueActions(({ context, system, enqueue }) => {
      const action = context.queue[0]?.okAction;
      const actor = action && system.get(action.to);
      if (actor) enqueue.sendTo(actor, action.event);
    }),
    runClose: enqueueActions(({ context, system, enqueue }) => {
      const action = context.queue[0]?.onClose;
      const actor = action && system.get(action.to);
      if (actor) enqueue.sendTo(actor, action.event);
    }),
    withdraw: assign(({ context: { queue } }, about: About) => ({ queue: queue.filter((row) => row.about !== about) })),
    removeFirst: assign(({ context }) => ({ queue: context.queue.slice(1) })),
  },
}).createMachine({
  id: 'dialog',
  description: 'Questions and notices that wait for an answer, one at a time.',
  context: { queue: [] },
  initial: 'closed',
  states: {
    closed: {
      description: 'No dialog.',
      on: {
        'dialog.ask': { target: 'open', actions: { type: 'enqueue', params: ({ event }) => event.dialog } },
        'fact.ended': {},
      },
    },
    open: {
      description: 'The first dialog of the queue is on screen.',
      always: { guard: 'isEmpty', target: 'closed' },
      on: {
        'dialog.ask': [
          { guard: { type: 'isWaiting', params: ({ event }) => event.dialog } },
          { actions: { type: 'enqueue', params: ({ event }) => event.dialog } },
        ],
        'fact.ended': { actions: { type: 'withdraw', params: ({ event }) => event.about } },
        'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },
        'dialog.cancel': { guard: 'hasCancel', actions: ['runClose', 'removeFirst'] },
        'dialog.dismiss': { actions: ['runClose', 'removeFirst'] },
      },
    },
  },
});
