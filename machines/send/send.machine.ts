import { assign, enqueueActions, setup } from 'xstate';
import { endAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknown, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { handOver } from './send.actors.ts';
import * as logic from './send.logic.ts';
import type { Handed, Part, SendContext, SendEvent, Way } from './send.types.ts';

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
    maySend: (_: unknown, { actions }: Ticket) => actions.send === null,
    isNobody: ({ context }) => logic.isNobodySelected(context),
    isWhole: ({ context }) => logic.isWhole(context),
    hasRest: ({ context: { ticket, handed } }) => (ticket?.quantity ?? 0) > (handed?.quantity ?? 0),
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) =>
      ['cannot_change_ticket', 'token_not_found', 'split_no_child', 'invalid_quantity'].includes(failureIn(event).code),
    isMended: ({ event }) => ['invalid_input', 'split_option_less_than_one'].includes(failureIn(event).code),
    isUnknown,
  },
  actions: {
    assignLang: assign((_, lang: Lang) => ({ lang })),
    assignTicket: assign(({ context }, ticket: Ticket) => logic.applyTicket(context, ticket)),
    assignPart: assign(({ context }, part: Part) => logic.setPart(context, part)),
    assignWay: assign((_, way: Way) => ({ way, failure: null })),
    assignFields: assign((_, fields: SendContext['fields']) => ({ fields })),
    assignTransfer: assign(({ context }, typed: { email: string; note: string }) =>
      logic.prepareTransfer(context, typed),
    ),
    assignHanded: assign((_, handed: Handed) => ({ handed })),
    assignFailureCode: assign((_, code: FailureCode) => ({ failure: { code, unknown: false } })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    startTransfer: assign(({ context }) => logic.startTransfer(context)),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
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
    attempt: null,
    failure: null,
  }),
  meta: { screen: 'send' },
  initial: 'reading',
  on: { 'page.restored': { actions: { type: 'assignLang', params: ({ event }) => event.lang } } },
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched; what was chosen and typed, and a refusal that led here, stay.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: [
          {
            guard: { type: 'maySend', params: outputOf },
            target: 'choosing',
            actions: { type: 'assignTicket', params: outputOf },
          },
          { target: 'closed', actions: { type: 'assignTicket', params: outputOf } },
        ],
        onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
      },
    },
    choosing: {
      tags: ['settled'],
      description: 'The visitor chooses who goes, and how.',
      on: {
        'page.restored': { target: 'reading', actions: { type: 'assignLang', params: ({ event }) => event.lang } },
        'people.set': { actions: { type: 'assignPart', params: ({ event }) => event.part } },
        'way.choose': { actions: { type: 'assignWay', params: ({ event }) => event.way } },
        'draft.kept': { actions: { type: 'assignFields', params: ({ event }) => event.fields } },
        'send.check': [
          { guard: 'isNobody', actions: { type: 'assignFailureCode', params: 'split_option_less_than_one' } },
          { guard: 'isWhole', actions: { type: 'assignFailureCode', params: 'split_no_child' } },
          { target: 'checking', actions: { type: 'assignTransfer', params: ({ event }) => event } },
        ],
      },
    },
    checking: {
      tags: ['settled'],
      description: 'The visitor reads once more who goes where: it cannot be taken back.',
      on: {
        'send.submit': 'sending',
        'step.back': 'choosing',
      },
    },
    sending: {
      tags: ['pending'],
      description: 'The people are taken off the ticket.',
      entry: 'startTransfer',
      exit: 'endAttempt',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context: { token, transfer, attempt } }) => ({ token, transfer, key: attempt?.key ?? '' }),
        onDone: { target: 'sent', actions: { type: 'assignHanded', params: outputOf } },
        onError: [
          { guard: 'isUnknown', target: 'checking', actions: ['assignFailure', 'reportFailure'] },
          { guard: 'isRefused', target: 'reading', actions: 'assignFailure' },
          { guard: 'isMended', target: 'choosing', actions: 'assignFailure' },
          { target: 'checking', actions: ['assignFailure', 'reportFailure'] },
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
      on: {
        'page.restored': { target: 'reading', actions: { type: 'assignLang', params: ({ event }) => event.lang } },
      },
    },
    missing: {
      tags: ['settled'],
      description: 'No ticket has this link. A reload asks anew.',
      on: {
        'page.restored': { target: 'reading', actions: { type: 'assignLang', params: ({ event }) => event.lang } },
      },
    },
    unreachable: {
      tags: ['settled'],
      description: 'The ticket could not be read; the visitor may try again, also by a reload.',
      on: {
        'ticket.again': 'reading',
        'page.restored': { target: 'reading', actions: { type: 'assignLang', params: ({ event }) => event.lang } },
      },
    },
  },
});
