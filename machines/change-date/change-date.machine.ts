import { setup } from 'xstate';
import { outputOf, payloadOf } from '#machines/shared/params.ts';
import { actions } from './change-date.actions.ts';
import { guards } from './change-date.guards.ts';
import { actors, inputs } from './change-date.inputs.ts';
import type { ChangeDateTypes } from './change-date.types.ts';

/** Moves a ticket to another date of its product: choose, confirm and pay, complete (docs/product.md#change-date-flow). */
export const changeDateMachine = setup({ types: {} as ChangeDateTypes, actors, guards, actions }).createMachine({
  id: 'change-date',
  description: 'A ticket moves to another date of its product.',
  context: inputs.change,
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
            input: inputs.ticket,
            onDone: { target: 'searching', actions: { type: 'assignTicket', params: outputOf } },
            onError: [
              { guard: 'isUnknownLink', target: 'missing', actions: 'forgetTicket' },
              { target: 'unreachable' },
            ],
          },
        },
        searching: {
          tags: ['pending'],
          description: 'The calendar or the times of a day are looked up; choosing goes on meanwhile.',
          always: { guard: 'isClosed', target: 'closed' },
          invoke: {
            id: 'search',
            src: 'search',
            input: inputs.search,
            onDone: { target: 'choosing', actions: { type: 'assignFound', params: outputOf } },
            onError: { target: 'choosing', actions: 'assignFailure' },
          },
          on: {
            'month.show': { target: 'searching', reenter: true, actions: { type: 'assignMonth', params: payloadOf } },
            'day.choose': { target: 'searching', reenter: true, actions: { type: 'assignDay', params: payloadOf } },
            'timespan.choose': { actions: { type: 'assignTimespan', params: ({ event }) => event.timespan } },
          },
        },
        choosing: {
          description: 'The visitor chooses a day and a time to which the ticket may change.',
          on: {
            'month.show': { target: 'searching', actions: { type: 'assignMonth', params: payloadOf } },
            'day.choose': { target: 'searching', actions: { type: 'assignDay', params: payloadOf } },
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
      description: 'Old and new date side by side; what the change costs is paid here.',
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
          description:
            'The new seats are reserved and the old ones released, or the new ones held until they are paid.',
          entry: 'startAttempt',
          exit: 'endAttempt',
          invoke: {
            id: 'changeDate',
            src: 'changeDate',
            input: inputs.move,
            onDone: { target: 'paying', actions: { type: 'assignMoved', params: outputOf } },
            onError: [
              { guard: 'isSlotRefused', target: '#change-date.changedate.searching', actions: 'assignRefusedSlot' },
              { guard: 'isRefused', target: '#change-date.changedate.reading', actions: 'assignFailure' },
              { target: 'asking', actions: 'reportFailure' },
            ],
          },
        },
        paying: {
          description: 'A method is chosen and its form filled in; the old ticket is valid until the change is paid.',
          always: { guard: 'isChanged', target: '#change-date.complete' },
          on: {
            'method.choose': { actions: { type: 'assignMethod', params: ({ event }) => event.method } },
            'payment.submit': [
              {
                guard: { type: 'hasMethod', params: ({ event }) => event.method },
                target: 'tokenising',
                actions: { type: 'assignMethod', params: ({ event }) => event.method },
              },
              { actions: 'assignMissingMethod' },
            ],
            'step.back': { target: '#change-date.changedate.choosing', actions: 'clearFailure' },
            'page.requested.changedate': { target: '#change-date.changedate.choosing', actions: 'clearFailure' },
          },
        },
        tokenising: {
          tags: ['pending'],
          description: 'The form asks its provider for a token; card data stay there.',
          invoke: {
            id: 'takeToken',
            src: 'takeToken',
            input: inputs.method,
            onDone: { target: '#change-date.checkout', actions: { type: 'assignPayment', params: outputOf } },
            onError: { target: 'paying', actions: 'assignFailure' },
          },
        },
      },
    },
    checkout: {
      description: 'The payment runs; its settlement moves the ticket, or the money goes back.',
      meta: { child: 'checkout', screen: 'changedate-confirm' },
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: inputs.checkout,
        onDone: [
          {
            guard: { type: 'isSlotLost', params: outputOf },
            target: '#change-date.changedate.searching',
            actions: { type: 'assignLostSlot', params: outputOf },
          },
          {
            guard: { type: 'isOver', params: outputOf },
            target: '#change-date.changedate.reading',
            actions: [{ type: 'assignOutcome', params: outputOf }, 'reportUnpaid'],
          },
          { target: '#change-date.confirm.paying', actions: { type: 'assignOutcome', params: outputOf } },
        ],
      },
      on: { 'page.requested.payment-callback': { actions: 'passReturn' }, 'page.requested.*': {} },
    },
    complete: {
      description: 'The date is changed; the new ticket has a new link.',
      meta: { screen: 'changedate-complete' },
      on: { 'page.requested.changedate': '#change-date.changedate.closed' },
    },
  },
});
