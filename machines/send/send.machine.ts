import { assign, enqueueActions, setup } from 'xstate';
import { endAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure } from '#machines/shared/report-failure.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { handOver } from './send.actors.ts';
import * as logic from './send.logic.ts';
import type { Part, SendContext, SendResult, SendTypes, Way } from './send.types.ts';

/** Hands over people of a ticket: by mail to a recipient, or as a ticket with its own link (docs/product.md#screen-send). */
export const sendMachine = setup({
  types: {} as SendTypes,
  actors: { readTicket, handOver },
  guards: {
    isUnknownLink,
    isClosed: ({ context }) => context.ticket?.actions.send !== null,
    isNobodySelected: ({ context }) => logic.isNobodySelected(context),
    isWhole: ({ context }) => logic.isWhole(context),
    hasRest: ({ context: { ticket, result } }) => (ticket?.quantity ?? 0) > (result?.quantity ?? 0),
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) =>
      ['cannot_change_ticket', 'token_not_found', 'split_no_child', 'invalid_quantity'].includes(failureIn(event).code),
    /** The visitor can correct the input and submit again. */
    isCorrectable: ({ event }) => ['invalid_input', 'split_option_less_than_one'].includes(failureIn(event).code),
  },
  actions: {
    assignTicket: assign(({ context }, ticket: Ticket) => logic.applyTicket(context, ticket)),
    assignPart: assign(({ context }, part: Part) => logic.setPart(context, part)),
    assignWay: assign((_, way: Way) => ({ way, failure: null })),
    assignFields: assign((_, fields: SendContext['fields']) => ({ fields })),
    assignTransfer: assign(({ context }, typed: { email: string; note: string }) =>
      logic.prepareTransfer(context, typed),
    ),
    assignResult: assign((_, result: SendResult) => ({ result })),
    assignFailureCode: assign((_, code: FailureCode) => ({ failure: { code, unknown: false } })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    startTransfer: assign(({ context }) => logic.startTransfer(context)),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    startOver: assign({ parts: [], way: 'mail', fields: {}, transfer: null, result: null, failure: null }),
    reportFailure: enqueueActions(enqueueFailure),
  },
}).createMachine({
  id: 'send',
  description: 'People of a ticket are handed over.',
  context: ({ input }) => ({
    ...input,
    ticket: null,
    parts: [],
    way: 'mail',
    fields: {},
    transfer: null,
    result: null,
    attempt: null,
    failure: null,
  }),
  meta: { screen: 'send' },
  initial: 'reading',
  on: { 'page.restored': {} },
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched; choices, typed text and the error of a refused transfer stay.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: { target: 'choosing', actions: { type: 'assignTicket', params: outputOf } },
        onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
      },
    },
    choosing: {
      description: 'The visitor chooses the people and how they get the ticket.',
      always: { guard: 'isClosed', target: 'closed' },
      on: {
        'page.restored': 'reading',
        'people.set': { actions: { type: 'assignPart', params: ({ event }) => event.part } },
        'way.choose': { actions: { type: 'assignWay', params: ({ event }) => event.way } },
        'draft.kept': { actions: { type: 'assignFields', params: ({ event }) => event.fields } },
        'send.check': [
          { guard: 'isNobodySelected', actions: { type: 'assignFailureCode', params: 'split_option_less_than_one' } },
          { guard: 'isWhole', actions: { type: 'assignFailureCode', params: 'split_no_child' } },
          { target: 'checking', actions: { type: 'assignTransfer', params: ({ event }) => event } },
        ],
      },
    },
    checking: {
      description: 'The visitor checks the people and the recipient once more, because sending cannot be undone.',
      on: {
        'send.submit': 'sending',
        'step.back': 'choosing',
      },
    },
    sending: {
      tags: ['pending'],
      description: 'The people are moved to a new ticket.',
      entry: 'startTransfer',
      exit: 'endAttempt',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context: { token, transfer, attempt } }) => ({ token, transfer, key: attempt?.key ?? '' }),
        onDone: { target: 'sent', actions: { type: 'assignResult', params: outputOf } },
        onError: [
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { guard: 'isCorrectable', target: 'choosing', actions: 'assignFailure' },
          { target: 'checking', actions: 'reportFailure' },
        ],
      },
    },
    sent: {
      description: 'The new ticket is mailed, or has a separate link; the other people stay on this ticket.',
      on: { 'send.again': { guard: 'hasRest', target: 'reading', actions: 'startOver' } },
    },
    closed: {
      description: 'No part of this ticket can be handed over; the page shows why. A reload reads it again.',
      on: { 'page.restored': 'reading' },
    },
    missing: {
      description: 'No ticket has this link. A reload reads it again.',
      on: { 'page.restored': 'reading' },
    },
    unreachable: {
      description: 'The ticket could not be read; the visitor may try again, also by a reload.',
      on: { 'ticket.again': 'reading', 'page.restored': 'reading' },
    },
  },
});
