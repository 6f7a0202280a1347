import { assign, enqueueActions, setup } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure } from '#machines/shared/report-failure.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import { findReservation, sendLinks } from './inquiry.actors.ts';
import type { InquiryTypes } from './inquiry.types.ts';

/** Finds a ticket by mail address and reservation number (docs/product.md#screen-reservation-inquiry). */
export const inquiryMachine = setup({
  types: {} as InquiryTypes,
  actors: { findReservation, sendLinks },
  actions: {
    assignTyped: assign((_, typed: TypedFields) => ({ typed })),
    assignSubmitted: assign((_, { email, reservation_number }: { email: string; reservation_number: string }) => ({
      typed: { email, reservation_number },
      failure: null,
    })),
    assignEmail: assign((_, email: string) => ({ email, failure: null })),
    startAttempt: assign(({ context }) => ({
      attempt: startAttempt(context.attempt, { email: context.email, lang: context.lang }),
    })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignLang: assign((_, lang: Lang) => ({ lang })),
    assignFound: assign((_, { reservation_token }: { reservation_token: string }) => ({ token: reservation_token })),
    assignLacksNumber: assign((_, lacksNumber: boolean) => ({ lacksNumber, failure: null })),
    reportFailure: enqueueActions(enqueueFailure),
  },
}).createMachine({
  id: 'inquiry',
  description: 'A ticket is found again by mail address and reservation number.',
  meta: { screen: 'reservation-inquiry' },
  context: ({ input }) => ({
    ...input,
    attempt: null,
    typed: null,
    lacksNumber: false,
    email: '',
    failure: null,
    token: '',
  }),
  initial: 'asking',
  on: {
    'draft.kept': { actions: { type: 'assignTyped', params: ({ event }) => event.fields } },
    'language.choose': { actions: { type: 'assignLang', params: ({ event }) => event.lang } },
  },
  states: {
    asking: {
      description: 'The visitor types address and number.',
      on: {
        'inquiry.submit': { target: 'finding', actions: { type: 'assignSubmitted', params: ({ event }) => event } },
        'number.forgot': { target: 'forgetting', actions: { type: 'assignLacksNumber', params: true } },
      },
    },
    forgetting: {
      description: 'Without the number: the visitor types the address that the links are mailed to.',
      on: {
        'links.send': { target: 'sending', actions: { type: 'assignEmail', params: ({ event }) => event.email } },
        'inquiry.again': { target: 'asking', actions: { type: 'assignLacksNumber', params: false } },
      },
    },
    finding: {
      tags: ['pending'],
      description: 'The ticket is looked up.',
      invoke: {
        id: 'findReservation',
        src: 'findReservation',
        input: ({ context }) => ({ typed: context.typed }),
        onDone: { target: 'found', actions: { type: 'assignFound', params: outputOf } },
        onError: { target: 'asking', actions: 'reportFailure' },
      },
    },
    sending: {
      tags: ['pending'],
      description: 'The links of all coming visits are mailed.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      invoke: {
        id: 'sendLinks',
        src: 'sendLinks',
        input: ({ context: { email, lang, attempt } }) => ({ email, lang, key: attempt?.key ?? '' }),
        onDone: 'sent',
        onError: { target: 'forgetting', actions: 'reportFailure' },
      },
    },
    sent: {
      description: 'A mail is sent if the address has tickets; the visitor may request it again.',
      on: { 'inquiry.again': { target: 'asking', actions: { type: 'assignLacksNumber', params: false } } },
    },
    found: {
      type: 'final',
      description: 'The ticket is found.',
    },
  },
  output: ({ context }) => ({ token: context.token }),
});
