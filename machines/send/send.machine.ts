import { assign, enqueueActions, setup } from 'xstate';
import { isUnknown, isUnknownLink, noteIn } from '#machines/shared/errors.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { tell } from '#machines/shared/tell.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import * as act from './send.actions.ts';
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
    isNobody: ({ context }) => act.isNobody(context),
    isWhole: ({ context }) => act.isWhole(context),
    hasRest: ({ context: { ticket, handed } }) => (ticket?.quantity ?? 0) > (handed?.quantity ?? 0),
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) =>
      ['cannot_change_ticket', 'token_not_found', 'split_no_child', 'invalid_quantity'].includes(noteIn(event).code),
    isMended: ({ event }) => ['invalid_input', 'split_option_less_than_one'].includes(noteIn(event).code),
    isUnknown,
  },
  actions: {
    keepLang: assign(({ event }) => (event.type === 'page.restored' ? { lang: event.lang } : {})),
    keepTicket: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.readTicket' ? act.ticketRead(context, event.output) : {},
    ),
    keepPart: assign(({ context, event }) => (event.type === 'people.set' ? act.partSet(context, event.part) : {})),
    keepWay: assign(({ event }) => (event.type === 'way.choose' ? { way: event.way, note: null } : {})),
    keepFields: assign(({ event }) => (event.type === 'draft.kept' ? { fields: event.fields } : {})),
    keepParcel: assign(({ context, event }) => (event.type === 'send.check' ? act.packed(context, event) : {})),
    keepHanded: assign(({ event }) => (event.type === 'xstate.done.actor.handOver' ? { handed: event.output } : {})),
    noteCode: assign((_, code: FailureCode) => ({ note: { code, unknown: false } })),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    forgetNote: assign({ note: null }),
    newKey: assign(({ context }) => act.newKey(context)),
    beginAnew: assign({ parts: [], way: 'mail', fields: {}, parcel: null, handed: null, note: null }),
    tellFailure: enqueueActions(tell),
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
    parcel: null,
    handed: null,
    note: null,
  }),
  meta: { screen: 'send' },
  initial: 'reading',
  on: { 'page.restored': { actions: 'keepLang' } },
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched; what was chosen and typed, and a refusal that led here, stay.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { token, lang } }) => ({ token, lang }),
        onDone: [
          { guard: 'maySend', target: 'choosing', actions: 'keepTicket' },
          { target: 'closed', actions: 'keepTicket' },
        ],
        onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
      },
    },
    choosing: {
      tags: ['settled'],
      description: 'The visitor chooses who goes, and how.',
      on: {
        'page.restored': { target: 'reading', actions: 'keepLang' },
        'people.set': { actions: 'keepPart' },
        'way.choose': { actions: 'keepWay' },
        'draft.kept': { actions: 'keepFields' },
        'send.check': [
          { guard: 'isNobody', actions: { type: 'noteCode', params: 'split_option_less_than_one' } },
          { guard: 'isWhole', actions: { type: 'noteCode', params: 'split_no_child' } },
          { target: 'checking', actions: 'keepParcel' },
        ],
      },
    },
    checking: {
      tags: ['settled'],
      description: 'The visitor reads once more who goes where: it cannot be taken back.',
      on: {
        'send.submit': { target: 'sending', actions: 'forgetNote' },
        'step.back': 'choosing',
      },
    },
    sending: {
      tags: ['pending'],
      description: 'The people are taken off the ticket.',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context: { token, parcel } }) => ({ token, parcel }),
        onDone: { target: 'sent', actions: 'keepHanded' },
        onError: [
          { guard: 'isUnknown', target: 'checking', actions: ['noteFailure', 'tellFailure'] },
          { guard: 'isRefused', target: 'reading', actions: 'noteFailure' },
          { guard: 'isMended', target: 'choosing', actions: 'noteFailure' },
          { target: 'checking', actions: ['newKey', 'noteFailure', 'tellFailure'] },
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
      on: { 'page.restored': { target: 'reading', actions: 'keepLang' } },
    },
    missing: {
      tags: ['settled'],
      description: 'No ticket has this link. A reload asks anew.',
      on: { 'page.restored': { target: 'reading', actions: 'keepLang' } },
    },
    unreachable: {
      tags: ['settled'],
      description: 'The ticket could not be read; the visitor may try again, also by a reload.',
      on: { 'ticket.again': 'reading', 'page.restored': { target: 'reading', actions: 'keepLang' } },
    },
  },
});
