import { assign, setup } from 'xstate';
import { outputOf } from '#machines/shared/params.ts';
import { wait } from '#machines/shared/wait.ts';
import { readToday } from './signage.actors.ts';
import type { ReadResult, SignageTypes } from './signage.types.ts';

/** A display at the venue, without an operator, that polls today's tickets (docs/product.md#screen-signage). */
export const signageMachine = setup({
  types: {} as SignageTypes,
  actors: { readToday, wait },
  actions: {
    assignToday: assign((_, { today, at }: ReadResult) => ({
      today,
      clockOffset: Date.parse(today.as_of) - at,
      isStale: false,
    })),
    markStale: assign({ isStale: true }),
  },
}).createMachine({
  id: 'signage',
  description: 'A display at the venue shows the tickets of today.',
  meta: { screen: 'signage' },
  context: ({ input }) => ({ ...input, today: null, clockOffset: 0, isStale: false }),
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'Slots and their free seats are read; the last ones stay on the display.',
      invoke: {
        id: 'readToday',
        src: 'readToday',
        input: ({ context }) => ({ lang: context.lang }),
        onDone: { target: 'showing', actions: { type: 'assignToday', params: outputOf } },
        onError: { target: 'showing', actions: 'markStale' },
      },
    },
    showing: {
      description: 'The display shows the last reply until the next read.',
      invoke: {
        id: 'nextLook',
        src: 'wait',
        input: { for: 30_000 },
        onDone: 'reading',
      },
    },
  },
});
