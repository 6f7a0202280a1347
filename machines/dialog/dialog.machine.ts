import { assign, enqueueActions, setup } from 'xstate';
import type { Tag } from '#machines/shared/screens.ts';
import type { DialogContext, DialogEvent } from './dialog.types.ts';

/**
 * Dialog queue (docs/product.md#dialogs): the first one shows; OK runs its action, then it closes; cancel and background close
 * it.
 */
export const dialogMachine = setup({
  types: {} as { context: DialogContext; events: DialogEvent; tags: Tag },
  guards: {
    isEmpty: ({ context }) => context.queue.length === 0,
    hasCancel: ({ context }) => context.queue[0]?.ngButton !== undefined,
    isWaiting: ({ context, event }) =>
      event.type === 'dialog.ask' && context.queue.some(({ number }) => number === event.dialog.number),
  },
  actions: {
    enqueue: assign(({ context, event }) =>
      event.type === 'dialog.ask' ? { queue: [...context.queue, event.dialog] } : {},
    ),
    runOk: enqueueActions(({ context, system, enqueue }) => {
      const errand = context.queue[0]?.okAction;
      const actor = errand && system.get(errand.to);
      if (actor) enqueue.sendTo(actor, errand.event);
    }),
    runClose: enqueueActions(({ context, system, enqueue }) => {
      const errand = context.queue[0]?.onClose;
      const actor = errand && system.get(errand.to);
      if (actor) enqueue.sendTo(actor, errand.event);
    }),
    removeFirst: assign(({ context }) => ({ queue: context.queue.slice(1) })),
  },
}).createMachine({
  id: 'dialog',
  description: 'Questions and notices that wait for an answer, one at a time.',
  context: { queue: [] },
  initial: 'closed',
  states: {
    closed: {
      tags: ['settled'],
      description: 'No dialog.',
      on: { 'dialog.ask': { target: 'open', actions: 'enqueue' } },
    },
    open: {
      tags: ['settled'],
      description: 'The first dialog of the queue is on screen.',
      always: { guard: 'isEmpty', target: 'closed' },
      on: {
        'dialog.ask': [{ guard: 'isWaiting' }, { actions: 'enqueue' }],
        'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },
        'dialog.cancel': { guard: 'hasCancel', actions: ['runClose', 'removeFirst'] },
        'dialog.dismiss': { actions: ['runClose', 'removeFirst'] },
      },
    },
  },
});
