import { assign, setup } from 'xstate';
import { failureIn } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { readReceipt } from './receipt.actors.ts';
import type { ReceiptContext, ReceiptTypes } from './receipt.types.ts';

/** The receipt for the buyer of a ticket (docs/product.md#screen-receipt). */
export const receiptMachine = setup({
  types: {} as ReceiptTypes,
  actors: { readReceipt },
  guards: {
    isRefused: ({ event }) => ['token_not_found', 'cannot_change_ticket'].includes(failureIn(event).code),
  },
  actions: {
    assignReceipt: assign((_, receipt: ReceiptContext['receipt']) => ({ receipt, failure: null })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
  },
}).createMachine({
  id: 'receipt',
  description: 'The receipt of a ticket.',
  context: ({ input }) => ({ ...input, receipt: null, failure: null }),
  meta: { screen: 'receipt' },
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'The receipt is fetched.',
      invoke: {
        id: 'readReceipt',
        src: 'readReceipt',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: { target: 'showing', actions: { type: 'assignReceipt', params: outputOf } },
        onError: [
          { guard: 'isRefused', target: 'refused', actions: 'assignFailure' },
          { target: 'unreachable', actions: 'assignFailure' },
        ],
      },
    },
    showing: {
      description: 'The receipt; the visitor types the addressee and prints it.',
    },
    refused: {
      description: 'This link has no receipt; the page shows why.',
    },
    unreachable: {
      description: 'The receipt could not be read; the visitor may try again.',
      on: { 'receipt.again': 'reading' },
    },
  },
});
