import { assign, enqueueActions, setup } from 'xstate';
import { failureIn, isUnknown, isUnknownLink } from '#machines/shared/errors.ts';
import { enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import * as actions from './send.actions.ts';
import { handOver } from './send.actors.ts';
import type { SendContext, SendEvent } from './send.types.ts';

/** Hands over people of a ticket: by mail to somebody, or as a ticket with its own link (docs/product.md#screen-send). */
export const sendMachine = setup({
  types: {} as {
    context: SendContext;
    events: SendEvent;
    input: TicketInput;
    tags: Tag;
    meta: Meta;
    children: { readTicket: 'readTicket'; handOver: 'handOver' };
  },
  actors: { readTicket, handOver },
  guards: {
    isUnknownLink,
    maySend: ({ event }) => event.type === 'xstate.done.actor.readTicket' && event.output.actions.send === null,
    isNobody: ({ context }) => actions.isNobodySelected(context),
    isWhole: ({ context }) => actions.isWhole(context),
    hasRest: ({ context: { ticket, handed } }) => (ticket?.quantity ?? 0) > (handed?.quantity ?? 0),
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) =>
      ['cannot_change_ticket', 'token_not_found', 'split_no_child', 'invalid_quantity'].includes(failureIn(event).code),
    isMended: ({ event }) => ['invalid_input', 'split_option_less_than_one'].includes(failureIn(event).code),
    isUnknown,
  },
  actions: {
    assignLang: assign(({ event }) => (event.type === 'page.restored' ? { lang: event.lang } : {})),
    assignTicket: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.readTicket' ? actions.applyTicket(context, event.output) : {},
    ),
    assignPart: assign(({ context, event }) =>
      event.type === 'people.set' ? actions.setPart(context, event.part) : {},
    ),
    assignWay: assign(({ event }) => (event.type === 'way.choose' ? { way: event.way, failure: null } : {})),
    assignFields: assign(({ event }) => (event.type === 'draft.kept' ? { fields: event.fields } : {})),
    assignTransfer: assign(({ context, event }) =>
      event.type === 'send.check' ? actions.prepareTransfer(context, event) : {},
    ),
    assignHanded: assign(({ event }) => (event.type === 'xstate.done.actor.handOver' ? { handed: event.output } : {})),
    assignFailureCode: assign((_, code: FailureCode) => ({ failure: { code, unknown: false } })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    clearFailure: assign({ failure: null }),
    newKey: assign(({ context }) => actions.newKey(context)),
    beginAnew: assign({ parts: [], way: 'mail', fields: {}, transfer: null, handed: null, failure: null }),
    reportFailure: enqueueActions(enqueueFailureDialog),
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
    handed: null,
    failure: null,
  }),
  meta: { screen: 'send' },
  initial: 'reading',
  on: { 'page.restored': { actions: 'assignLang' } },
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched; what was chosen and typed, and a refusal that led here, stay.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: [
          { guard: 'maySend', target: 'choosing', actions: 'assignTicket' },
          { target: 'closed', actions: 'assignTicket' },
        ],
        onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
      },
    },
    choosing: {
      tags: ['settled'],
      description: 'The visitor chooses who goes, and how.',
      on: {
        'page.restored': { target: 'reading', actions: 'assignLang' },
        'people.set': { actions: 'assignPart' },
        'way.choose': { actions: 'assignWay' },
        'draft.kept': { actions: 'assignFields' },
        'send.check': [
          { guard: 'isNobody', actions: { type: 'assignFailureCode', params: 'split_option_less_than_one' } },
          { guard: 'isWhole', actions: { type: 'assignFailureCode', params: 'split_no_child' } },
          { target: 'checking', actions: 'assignTransfer' },
        ],
      },
    },
    checking: {
      tags: ['settled'],
      description: 'The visitor reads once more who goes where: it cannot be taken back.',
      on: {
        'send.submit': { target: 'sending', actions: 'clearFailure' },
        'step.back': 'choosing',
      },
    },
    sending: {
      tags: ['pending'],
      description: 'The people are taken off the ticket.',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context: { token, transfer } }) => ({ token, transfer }),
        onDone: { target: 'sent', actions: 'assignHanded' },
        onError: [
          { guard: 'isUnknown', target: 'checking', actions: ['assignFailure', 'reportFailure'] },
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { guard: 'isMended', target: 'choosing', actions: 'assignFailure' },
          { target: 'checking', actions: ['newKey', 'assignFailure', 'reportFailure'] },
        ],
      },
    },
    sent: {
      tags: ['settled'],
      description: 'They are on their way, or have a link of their own; the rest of the ticket stays.',
      on: { 'send.again': { guard: 'hasRest', target: 'reading', actions: 'beginAnew' } },
    },
    closed: {
      tags: ['settled'],
      description: 'Nothing of this ticket can be handed over; why is said. A reload asks anew.',
      on: { 'page.restored': { target: 'reading', actions: 'assignLang' } },
    },
    missing: {
      tags: ['settled'],
      description: 'No ticket has this link. A reload asks anew.',
      on: { 'page.restored': { target: 'reading', actions: 'assignLang' } },
    },
    unreachable: {
      tags: ['settled'],
      description: 'The ticket could not be read; the visitor may try again, also by a reload.',
      on: { 'ticket.again': 'reading', 'page.restored': { target: 'reading', actions: 'assignLang' } },
    },
  },
});
