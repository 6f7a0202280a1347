import { assign, enqueueActions, setup, stopChild } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isOrderOver, isUnknown } from '#machines/shared/errors.ts';
import { enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { refusedSet } from '#src/domain/order.ts';
import * as actions from './order.actions.ts';
import { checkStock, placeOrder, search, searchSets } from './order.actors.ts';
import type { OrderContext, OrderEvent, OrderInput, OrderOutput } from './order.types.ts';

/** The choice of tickets: product, day, time, options; ends with a hold on the seats (docs/product.md#screen-order). */
export const orderMachine = setup({
  types: {} as {
    context: OrderContext;
    events: OrderEvent;
    input: OrderInput;
    output: OrderOutput;
    tags: Tag;
    meta: Meta;
    children: { search: 'search'; checkStock: 'checkStock'; searchSets: 'searchSets'; placeOrder: 'placeOrder' };
  },
  actors: { search, checkStock, searchSets, placeOrder },
  guards: {
    hasProduct: ({ context }) => context.choice.product !== null,
    isComplete: ({ context }) => actions.isComplete(context),
    isSoldOut: ({ event }) => event.type === 'xstate.done.actor.checkStock' && event.output.remaining <= 0,
    lacksDays: ({ context }) => actions.lacksDays(context),
    isSlotGone: ({ event }) => ['seat_reserve_error', 'ticket_not_on_sale'].includes(failureIn(event).code),
    isSetGone: ({ event }) => refusedSet(failureIn(event)) >= 0,
    isOrderOver,
    isUnknown,
  },
  actions: {
    assignProduct: assign(({ context, event }) =>
      event.type === 'product.choose' ? actions.chooseProduct(context, event.product, event.month) : {},
    ),
    assignLang: assign(({ event }) => (event.type === 'language.choose' ? { lang: event.lang, setsOf: null } : {})),
    assignMonth: assign(({ context, event }) =>
      event.type === 'month.show' ? actions.showMonth(context, event.month) : {},
    ),
    assignDay: assign(({ context, event }) =>
      event.type === 'day.choose' ? actions.chooseDay(context, event.day) : {},
    ),
    assignTimespan: assign(({ context, event }) =>
      event.type === 'timespan.choose' ? actions.chooseTimespan(context, event.timespan) : {},
    ),
    assignOption: assign(({ context, event }) =>
      event.type === 'option.set' ? actions.setOption(context, event.line) : {},
    ),
    assignSetProduct: assign(({ context, event }) =>
      event.type === 'setproduct.set' ? actions.setSetProduct(context, event.line) : {},
    ),
    startSetSearch: enqueueActions(actions.startSetSearch),
    assignSets: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.searchSets' ? actions.applyOffers(context, event.output) : {},
    ),
    assignOffers: assign(({ event }) =>
      event.type === 'xstate.done.actor.searchSets' ? { offers: event.output } : {},
    ),
    forgetSets: assign({ setsOf: null }),
    endSets: stopChild('searchSets'),
    assignFound: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.search' ? actions.applySearch(context, event.output) : {},
    ),
    assignStock: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.checkStock' ? { choice: { ...context.choice, timespan: event.output } } : {},
    ),
    assignPlaced: assign(({ event }) =>
      event.type === 'xstate.done.actor.placeOrder' ? { placed: event.output } : {},
    ),
    assignMissedSlot: assign(({ context, event }) =>
      actions.missSlot(context, 'error' in event ? failureIn(event) : { code: 'seat_reserve_error', unknown: false }),
    ),
    wantAll: assign(({ context }) => actions.wantAll(context)),
    assignIncomplete: assign(({ context }) => actions.reportIncomplete(context)),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, actions.contentOf(context)) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    reportFailure: enqueueActions(enqueueFailureDialog),
  },
}).createMachine({
  id: 'order',
  description: 'Tickets are chosen and seats held.',
  meta: { screen: 'order' },
  context: ({ input }) => ({
    lang: input.lang,
    choice: input.choice,
    replaces: input.replaces,
    attempt: null,
    wanted: { month: input.choice.month, day: input.choice.day },
    days: [],
    slots: [],
    setsOf: null,
    offers: [],
    fewer: [],
    failure: null,
    missed: null,
    placed: null,
  }),
  initial: 'opening',
  on: {
    'language.choose': { actions: ['assignLang', 'startSetSearch'] },
    'product.choose': { target: '.searching', actions: ['assignProduct', 'startSetSearch'] },
    'month.show': { target: '.searching', actions: 'assignMonth' },
    'day.choose': { target: '.searching', actions: ['assignDay', 'startSetSearch'] },
    'timespan.choose': { target: '.checking', actions: ['assignTimespan', 'startSetSearch'] },
    'option.set': { actions: 'assignOption' },
    'setproduct.set': { actions: 'assignSetProduct' },
    'setproducts.again': { actions: 'startSetSearch' },
    'order.submit': [{ guard: 'isComplete', target: '.placing' }, { actions: 'assignIncomplete' }],
    'xstate.done.actor.searchSets': { actions: ['assignSets', 'endSets'] },
    'xstate.error.actor.searchSets': { actions: ['forgetSets', 'endSets'] },
  },
  states: {
    opening: {
      tags: ['pending'],
      description: 'A kept choice is looked up afresh; without one the visitor chooses.',
      always: [{ guard: 'hasProduct', target: 'searching', actions: 'startSetSearch' }, { target: 'choosing' }],
    },
    choosing: {
      tags: ['settled'],
      description: 'The visitor chooses product, day, time and how many tickets.',
      on: {
        'search.again': { guard: 'hasProduct', target: 'searching', actions: 'wantAll' },
      },
    },
    searching: {
      tags: ['pending'],
      description: 'The calendar or the times of a day are looked up; choosing goes on meanwhile.',
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context }) => ({
          lang: context.lang,
          product_uuid: context.choice.product?.uuid ?? '',
          month: context.wanted.month,
          day: context.wanted.day,
          order_token: context.replaces,
        }),
        onDone: { target: 'choosing', actions: ['assignFound', 'startSetSearch'] },
        onError: { target: 'choosing', actions: 'assignFailure' },
      },
    },
    checking: {
      tags: ['pending'],
      description: 'The stock of the chosen time is read fresh.',
      invoke: {
        id: 'checkStock',
        src: 'checkStock',
        input: ({ context }) => ({ timespan: context.choice.timespan, order_token: context.replaces }),
        onDone: [
          { guard: 'isSoldOut', target: 'searching', actions: ['assignMissedSlot', 'startSetSearch'] },
          { guard: 'lacksDays', target: 'searching', actions: ['assignStock', 'wantAll'] },
          { target: 'choosing', actions: 'assignStock' },
        ],
        onError: { target: 'choosing', actions: ['assignFailure', 'reportFailure'] },
      },
    },
    placing: {
      tags: ['pending'],
      description: 'Seats are being held.',
      entry: 'startAttempt',
      exit: 'endAttempt',
      on: {
        'product.choose': {},
        'month.show': {},
        'day.choose': {},
        'timespan.choose': {},
        'option.set': {},
        'setproduct.set': {},
        'order.submit': {},
        // The choice that was sent does not change until its outcome is known.
        'xstate.done.actor.searchSets': { actions: ['assignOffers', 'endSets'] },
      },
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context }) => ({
          lang: context.lang,
          choice: context.choice,
          replaces: context.replaces,
          key: context.attempt?.key ?? '',
        }),
        onDone: { target: 'placed', actions: 'assignPlaced' },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'assignFailure' },
          { guard: 'isSetGone', target: 'choosing', actions: ['assignFailure', 'forgetSets', 'startSetSearch'] },
          { guard: 'isSlotGone', target: 'searching', actions: ['assignMissedSlot', 'startSetSearch'] },
          { guard: 'isUnknown', target: 'choosing', actions: ['assignFailure', 'reportFailure'] },
          {
            target: 'choosing',
            actions: ['assignFailure', 'reportFailure'],
          },
        ],
      },
    },
    placed: {
      type: 'final',
      description: 'The seats are held.',
    },
    lost: {
      type: 'final',
      description: 'The order that was to be replaced is gone.',
    },
  },
  output: ({ context }) => ({
    placed: context.placed,
    failure: context.placed ? null : context.failure,
    choice: context.choice,
  }),
});
