import { assign, setup } from 'xstate';
import { outputOf } from '#machines/shared/params.ts';
import { wait } from '#machines/shared/wait.ts';
import { readPlace } from './queue.actors.ts';
import type { QueueTypes, ReadPlace } from './queue.types.ts';

/** Seconds between two questions while none was answered. */
const usualPause = 5;

/** A place in the waiting room, until its turn comes (docs/product.md#waiting-room). */
export const queueMachine = setup({
  types: {} as QueueTypes,
  actors: { readPlace, wait },
  guards: {
    isAdmitted: ({ context }) => context.place?.state === 'admitted',
    isOver: ({ context }) => context.place?.state === 'over',
  },
  actions: {
    assignPlace: assign((_, { place, at }: ReadPlace) => ({
      place,
      until: at + place.seconds_left * 1000,
      isStale: false,
    })),
    markStale: assign({ isStale: true }),
  },
}).createMachine({
  id: 'queue',
  description: 'More visitors came than can be served; this one has a place in the queue.',
  meta: { screen: 'queue' },
  context: ({ input }) => ({ ...input, place: null, until: 0, isStale: false }),
  initial: 'asking',
  states: {
    asking: {
      tags: ['pending'],
      description: 'The place is read; the last reply stays on the screen.',
      invoke: {
        id: 'readPlace',
        src: 'readPlace',
        input: ({ context }) => ({ product: context.product }),
        onDone: { target: 'waiting', actions: { type: 'assignPlace', params: outputOf } },
        onError: { target: 'waiting', actions: 'markStale' },
      },
      on: { 'queue.leave': 'left' },
    },
    waiting: {
      description: 'The visitor sees how many are ahead and how long it takes.',
      always: [
        { guard: 'isAdmitted', target: 'admitted' },
        { guard: 'isOver', target: 'over' },
      ],
      invoke: {
        id: 'nextQuestion',
        src: 'wait',
        input: ({ context }) => ({ for: (context.place?.poll_seconds ?? usualPause) * 1000 }),
        onDone: 'asking',
      },
      on: { 'queue.leave': 'left' },
    },
    admitted: {
      description: 'It is the visitor’s turn for some minutes.',
      invoke: {
        id: 'turnEnd',
        src: 'wait',
        input: ({ context }) => ({ until: context.until }),
        onDone: 'over',
      },
      on: { 'queue.enter': 'left' },
    },
    over: {
      description: 'The turn was used in another tab, or missed; an order takes a new place.',
      on: { 'queue.leave': 'left' },
    },
    left: { type: 'final', description: 'The visitor is back at the tickets; the place, or the turn, is kept.' },
  },
});
