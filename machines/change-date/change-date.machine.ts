import { assign, enqueueActions, setup } from 'xstate';
import { search } from '#machines/order/order.actors.ts';
import type { Found } from '#machines/order/order.types.ts';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure } from '#machines/shared/report-failure.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { changeDate } from './change-date.actors.ts';
import * as logic from './change-date.logic.ts';
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
    mayChange: (_: unknown, { actions }: Ticket) => actions.change_date === null,
    hasTimespan: ({ context }) => context.choice.timespan !== null,
    isUnchanged: ({ context }) => context.result === null,
    isChanged: ({ context }) => context.result !== null,
    /** The ticket has changed since it was read. */
    isRefused: ({ event }) => ['cannot_change_ticket', 'token_not_found'].includes(failureIn(event).code),
    isSlotRefused: ({ event }) =>
      [
        'seat_reserve_error',
        'dearer_slot',
        'ticket_not_on_sale',
        'product_change_date_error',
        'coupon_out_of_coverage',
      ].includes(failureIn(event).code),
  },
  actions: {
    assignTicket: assign(({ context }, ticket: Ticket) => logic.applyTicket(context, ticket)),
    forgetTicket: assign({ ticket: null }),
    assignMonth: assign(({ context }, month: string) => logic.showMonth(context, month)),
    assignDay: assign(({ context }, day: string) => logic.chooseDay(context, day)),
    assignTimespan: assign(({ context: { choice } }, timespan: TimeSpan) => ({
      choice: { ...choice, timespan },
      failure: null,
      missed: null,
    })),
    assignFound: assign(({ context }, found: Found) => logic.applySearch(context, found)),
    assignResult: assign((_, result: string) => ({ result })),
    wantAll: assign(({ context }) => logic.wantAll(context)),
    assignMissingField: assign({ failure: { code: 'invalid_input', fields: ['time_span_id'], unknown: false } }),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    assignRefusedSlot: assign(({ context, event }) => logic.refuseSlot(context, failureIn(event))),
    clearFailure: assign({ failure: null }),
    startAttempt: assign(({ context }) => ({
      attempt: startAttempt(context.attempt, logic.moveTo(context.choice.timespan)),
    })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    reportFailure: enqueueActions(enqueueFailure),
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
    failure: null,
    missed: null,
    result: null,
  }),
  initial: 'changedate',
  on: {
    'page.restored': {},
    'page.requested.*': {},
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
              {
                guard: { type: 'mayChange', params: outputOf },
                target: 'searching',
                actions: { type: 'assignTicket', params: outputOf },
              },
              { target: 'closed', actions: { type: 'assignTicket', params: outputOf } },
            ],
            onError: [
              { guard: 'isUnknownLink', target: 'missing', actions: 'forgetTicket' },
              { target: 'unreachable' },
            ],
          },
        },
        searching: {
          tags: ['pending'],
          description: 'The calendar or the times of a day are looked up; choosing goes on meanwhile.',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { lang, token, ticket, wanted } }) => ({
              lang,
              product_uuid: ticket?.product_uuid ?? '',
              month: wanted.month,
              day: wanted.day,
              order_token: null,
              reservation_token: token,
            }),
            onDone: { target: 'choosing', actions: { type: 'assignFound', params: outputOf } },
            onError: { target: 'choosing', actions: 'assignFailure' },
          },
          on: {
            'month.show': {
              target: 'searching',
              reenter: true,
              actions: { type: 'assignMonth', params: ({ event }) => event.month },
            },
            'day.choose': {
              target: 'searching',
              reenter: true,
              actions: { type: 'assignDay', params: ({ event }) => event.day },
            },
            'timespan.choose': { actions: { type: 'assignTimespan', params: ({ event }) => event.timespan } },
          },
        },
        choosing: {
          description: 'The visitor chooses a day and a time that cost as much as was paid, or less.',
          on: {
            'month.show': { target: 'searching', actions: { type: 'assignMonth', params: ({ event }) => event.month } },
            'day.choose': { target: 'searching', actions: { type: 'assignDay', params: ({ event }) => event.day } },
            'timespan.choose': { actions: { type: 'assignTimespan', params: ({ event }) => event.timespan } },
            'search.again': { target: 'searching', actions: ['wantAll', 'clearFailure'] },
            'date.check': [
              { guard: 'hasTimespan', target: '#change-date.confirm', actions: 'clearFailure' },
              { actions: 'assignMissingField' },
            ],
            'page.requested.changedate-confirm': {
              guard: 'hasTimespan',
              target: '#change-date.confirm',
              actions: 'clearFailure',
            },
          },
        },
        closed: {
          description:
            'The date cannot be changed, or has been; the page shows why. Unless changed, a reload reads the ticket again.',
          on: {
            'page.restored': { guard: 'isUnchanged', target: 'reading' },
            'page.requested.changedate-complete': { guard: 'isChanged', target: '#change-date.complete' },
          },
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
    },
    confirm: {
      description: 'Old and new date side by side; nothing is paid back.',
      meta: { screen: 'changedate-confirm' },
      initial: 'asking',
      states: {
        asking: {
          description: 'The visitor reads both once more.',
          on: {
            'date.submit': { target: 'moving', actions: 'clearFailure' },
            'step.back': '#change-date.changedate.choosing',
            'page.requested.changedate': '#change-date.changedate.choosing',
          },
        },
        moving: {
          tags: ['pending'],
          description: 'The new seats are reserved, then the old ones are released.',
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
            onDone: { target: '#change-date.complete', actions: { type: 'assignResult', params: outputOf } },
            onError: [
              { guard: 'isSlotRefused', target: '#change-date.changedate.searching', actions: 'assignRefusedSlot' },
              { guard: 'isRefused', target: '#change-date.changedate.reading', actions: 'assignFailure' },
              { target: 'asking', actions: 'reportFailure' },
            ],
          },
        },
      },
    },
    complete: {
      description: 'The date is changed; the new ticket has a new link.',
      meta: { screen: 'changedate-complete' },
      on: { 'page.requested.changedate': '#change-date.changedate.closed' },
    },
  },
});
