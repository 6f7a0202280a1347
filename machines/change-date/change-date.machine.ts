import { assign, enqueueActions, setup } from 'xstate';
import { search } from '#machines/order/order.actors.ts';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { isUnknown, isUnknownLink, noteIn } from '#machines/shared/errors.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { tell } from '#machines/shared/tell.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import * as act from './change-date.actions.ts';
import { changeDate } from './change-date.actors.ts';
import type { ChangeDateContext, ChangeDateEvent } from './change-date.types.ts';

/** Moves a ticket to another date of its product: choose, confirm, complete (docs/product.md#change-date-flow). */
export const changeDateMachine = setup({
  types: {} as {
    context: ChangeDateContext;
    events: ChangeDateEvent;
    input: TicketInput;
    tags: Tag;
    meta: Meta;
    children: { readTicket: 'readTicket'; search: 'search'; changeDate: 'changeDate' };
  },
  actors: { readTicket, search, changeDate },
  guards: {
    isUnknownLink,
    mayChange: ({ event }) =>
      event.type === 'xstate.done.actor.readTicket' && event.output.actions.change_date === null,
    hasTimespan: ({ context }) => context.choice.timespan !== null,
    isUnchanged: ({ context }) => context.result === null,
    asksFirst: act.asks('changedate'),
    asksConfirm: (fact) => act.asks('changedate-confirm')(fact) && fact.context.choice.timespan !== null,
    asksComplete: (fact) => act.asks('changedate-complete')(fact) && fact.context.result !== null,
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) => ['cannot_change_ticket', 'token_not_found'].includes(noteIn(event).code),
    isSlotRefused: ({ event }) =>
      [
        'seat_reserve_error',
        'dearer_slot',
        'ticket_not_on_sale',
        'product_change_date_error',
        'coupon_out_of_coverage',
      ].includes(noteIn(event).code),
    isUnknown,
  },
  actions: {
    keepLang: assign(({ event }) => (event.type === 'page.restored' ? { lang: event.lang } : {})),
    keepTicket: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.readTicket' ? act.ticketRead(context, event.output) : {},
    ),
    keepMonth: assign(({ context, event }) =>
      event.type === 'month.show' ? act.monthShown(context, event.month) : {},
    ),
    keepDay: assign(({ context, event }) => (event.type === 'day.choose' ? act.dayChosen(context, event.day) : {})),
    keepTimespan: assign(({ context, event }) =>
      event.type === 'timespan.choose'
        ? { choice: { ...context.choice, timespan: event.timespan }, note: null, missed: null }
        : {},
    ),
    keepFound: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.search' ? act.found(context, event.output) : {},
    ),
    keepResult: assign(({ event }) => (event.type === 'xstate.done.actor.changeDate' ? { result: event.output } : {})),
    wantAll: assign(({ context }) => act.wantAll(context)),
    noteMissing: assign({ note: { code: 'invalid_input', fields: ['time_span_id'], unknown: false } }),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    noteSlot: assign(({ context, event }) => act.slotRefused(context, noteIn(event))),
    noteRefusal: assign(({ context }) => ({ refused: context.refused + 1 })),
    forgetNote: assign({ note: null }),
    startAttempt: assign(({ context }) => ({
      attempt: startAttempt(context.attempt, { timespan: context.choice.timespan?.id }),
    })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    tellFailure: enqueueActions(tell),
  },
}).createMachine({
  id: 'change-date',
  description: 'A ticket moves to another date of its product.',
  context: ({ input }) => ({
    ...input,
    attempt: null,
    ticket: null,
    choice: { month: null, day: null, timespan: null },
    wanted: { month: null, day: null },
    days: [],
    slots: [],
    note: null,
    missed: null,
    result: null,
    refused: 0,
  }),
  initial: 'changedate',
  on: {
    'page.restored': { actions: 'keepLang' },
    'page.requested': { actions: 'noteRefusal' },
  },
  states: {
    changedate: {
      description: 'The visitor chooses the new date.',
      meta: { screen: 'changedate' },
      initial: 'reading',
      states: {
        reading: {
          tags: ['pending'],
          description: 'The ticket is fetched.',
          invoke: {
            id: 'readTicket',
            src: 'readTicket',
            input: ({ context: { token, lang } }) => ({ token, lang }),
            onDone: [
              { guard: 'mayChange', target: 'searching', actions: 'keepTicket' },
              { target: 'closed', actions: 'keepTicket' },
            ],
            onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
          },
        },
        searching: {
          tags: ['pending'],
          description: 'The calendar or the times of a day are looked up; choosing goes on meanwhile.',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { lang, ticket, wanted } }) => ({
              lang,
              product_uuid: ticket?.product_uuid ?? '',
              month: wanted.month,
              day: wanted.day,
              order_token: null,
            }),
            onDone: { target: 'choosing', actions: 'keepFound' },
            onError: { target: 'choosing', actions: 'noteFailure' },
          },
          on: {
            'month.show': { target: 'searching', reenter: true, actions: 'keepMonth' },
            'day.choose': { target: 'searching', reenter: true, actions: 'keepDay' },
            'timespan.choose': { actions: 'keepTimespan' },
          },
        },
        choosing: {
          tags: ['settled'],
          description: 'The visitor chooses a day and a time that cost as much as was paid, or less.',
          on: {
            'month.show': { target: 'searching', actions: 'keepMonth' },
            'day.choose': { target: 'searching', actions: 'keepDay' },
            'timespan.choose': { actions: 'keepTimespan' },
            'search.again': { target: 'searching', actions: ['wantAll', 'forgetNote'] },
            'date.check': [
              { guard: 'hasTimespan', target: '#change-date.confirm', actions: 'forgetNote' },
              { actions: 'noteMissing' },
            ],
            'page.requested': [
              { guard: 'asksConfirm', target: '#change-date.confirm', actions: 'forgetNote' },
              { actions: 'noteRefusal' },
            ],
          },
        },
        closed: {
          tags: ['settled'],
          description: 'The date cannot be changed, or has been; why is said. Unless it has been, a reload asks anew.',
          on: {
            'page.restored': { guard: 'isUnchanged', target: 'reading', actions: 'keepLang' },
            'page.requested': [{ guard: 'asksComplete', target: '#change-date.complete' }, { actions: 'noteRefusal' }],
          },
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
    },
    confirm: {
      description: 'Old and new date side by side; nothing is paid back.',
      meta: { screen: 'changedate-confirm' },
      initial: 'asking',
      states: {
        asking: {
          tags: ['settled'],
          description: 'The visitor reads both once more.',
          on: {
            'date.submit': { target: 'moving', actions: 'forgetNote' },
            'step.back': '#change-date.changedate.choosing',
            'page.requested': [
              { guard: 'asksFirst', target: '#change-date.changedate.choosing' },
              { actions: 'noteRefusal' },
            ],
          },
        },
        moving: {
          tags: ['pending'],
          description: 'The new seats are taken, then the old ones given back.',
          entry: 'startAttempt',
          exit: 'endAttempt',
          invoke: {
            id: 'changeDate',
            src: 'changeDate',
            input: ({ context: { token, attempt, choice } }) => ({
              token,
              timespan: choice.timespan,
              key: attempt?.key ?? '',
            }),
            onDone: { target: '#change-date.complete', actions: 'keepResult' },
            onError: [
              { guard: 'isUnknown', target: 'asking', actions: ['noteFailure', 'tellFailure'] },
              { guard: 'isSlotRefused', target: '#change-date.changedate.searching', actions: 'noteSlot' },
              { guard: 'isRefused', target: '#change-date.changedate.reading', actions: 'noteFailure' },
              { target: 'asking', actions: ['noteFailure', 'tellFailure'] },
            ],
          },
        },
      },
    },
    complete: {
      tags: ['settled'],
      description: 'The date is changed; the new ticket has a link of its own.',
      meta: { screen: 'changedate-complete' },
      on: {
        'page.requested': [
          { guard: 'asksFirst', target: '#change-date.changedate.closed' },
          { actions: 'noteRefusal' },
        ],
      },
    },
  },
});
