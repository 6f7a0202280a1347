import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure } from '#machines/shared/report-failure.ts';
import { correctEmail } from './correction.actors.ts';
import { isCorrectable, nothingTyped, withCorrected } from './correction.logic.ts';
import type { Corrected, CorrectedEvent, CorrectionTypes } from './correction.types.ts';

/** The mail address of a purchase that was typed wrong, corrected after the payment (docs/product.md#screen-complete). */
export const correctionMachine = setup({
  types: {} as CorrectionTypes,
  actors: { correctEmail },
  guards: {
    isCorrectable,
    /** The ticket has changed, the time is over, or the address was corrected too often. */
    isRefused: ({ event }) => ['cannot_change_ticket', 'token_not_found'].includes(failureIn(event).code),
  },
  actions: {
    assignTyped: assign((_, email: string) => ({ typed: { email } })),
    assignSubmitted: assign((_, email: string) => ({ typed: { email }, failure: null })),
    clearTyped: assign({ typed: nothingTyped, failure: null }),
    startAttempt: assign(({ context: { attempt, typed } }) => ({ attempt: startAttempt(attempt, typed) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignCorrected: assign(({ context }, corrected: Corrected) => withCorrected(context, corrected)),
    notifyPurchase: sendParent(
      ({ context: { completion } }) => ({ type: 'email.corrected', completion }) satisfies CorrectedEvent,
    ),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    reportFailure: enqueueActions(enqueueFailure),
  },
}).createMachine({
  id: 'correction',
  description: 'The mail address of a purchase is corrected, and the ticket is mailed again.',
  context: ({ input: { site, completion } }) => ({
    site,
    completion,
    typed: nothingTyped,
    outcome: null,
    attempt: null,
    failure: null,
  }),
  initial: 'resting',
  states: {
    resting: {
      description: 'The page names the address; it can be corrected.',
      on: { 'email.correct': { guard: 'isCorrectable', target: 'editing' } },
    },
    editing: {
      description: 'The visitor types the right address.',
      on: {
        'draft.kept': { actions: { type: 'assignTyped', params: ({ event }) => event.fields.email ?? '' } },
        'email.submit': { target: 'sending', actions: { type: 'assignSubmitted', params: ({ event }) => event.email } },
        'email.keep': { target: 'resting', actions: 'clearTyped' },
      },
    },
    sending: {
      tags: ['pending'],
      description: 'The address is sent, and the ticket mailed to it.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'correctEmail',
        src: 'correctEmail',
        input: ({ context: { completion, typed, attempt } }) => ({
          token: completion?.reservation_token ?? '',
          email: typed.email,
          key: attempt?.key ?? '',
        }),
        onDone: { target: 'resting', actions: [{ type: 'assignCorrected', params: outputOf }, 'notifyPurchase'] },
        onError: [
          { guard: 'isRefused', target: 'refused', actions: 'assignFailure' },
          { target: 'editing', actions: 'reportFailure' },
        ],
      },
    },
    refused: {
      description: 'The address cannot be corrected here any more; the page says whom to ask.',
    },
  },
});
