import { assign, enqueueActions, setup, stopChild } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { isOrderOver, isUnknown, noteIn } from '#machines/shared/errors.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { tell } from '#machines/shared/tell.ts';
import { refusedSet } from '#src/domain/order.ts';
import * as act from './order.actions.ts';
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
    isComplete: ({ context }) => act.isComplete(context),
    isSoldOut: ({ event }) => event.type === 'xstate.done.actor.checkStock' && event.output.remaining <= 0,
    lacksDays: ({ context }) => act.lacksDays(context),
    isSlotGone: ({ event }) => ['seat_reserve_error', 'ticket_not_on_sale'].includes(noteIn(event).code),
    isSetGone: ({ event }) => refusedSet(noteIn(event)) >= 0,
    isOrderOver,
    isUnknown,
  },
  actions: {
    keepProduct: assign(({ context, event }) =>
      event.type === 'product.choose' ? act.productChosen(context, event.product, event.month) : {},
    ),
    keepLang: assign(({ event }) => (event.type === 'language.choose' ? { lang: event.lang, setsOf: null } : {})),
    keepMonth: assign(({ context, event }) =>
      event.type === 'month.show' ? act.monthShown(context, event.month) : {},
    ),
    keepDay: assign(({ context, event }) => (event.type === 'day.choose' ? act.dayChosen(context, event.day) : {})),
    keepTimespan: assign(({ context, event }) =>
      event.type === 'timespan.choose' ? act.timespanChosen(context, event.timespan) : {},
    ),
    keepOption: assign(({ context, event }) => (event.type === 'option.set' ? act.optionSet(context, event.line) : {})),
    keepSetProduct: assign(({ context, event }) =>
      event.type === 'setproduct.set' ? act.setProductSet(context, event.line) : {},
    ),
    askSets: enqueueActions(act.askSets),
    keepSets: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.searchSets' ? act.setsTold(context, event.output) : {},
    ),
    keepOffers: assign(({ event }) => (event.type === 'xstate.done.actor.searchSets' ? { offers: event.output } : {})),
    forgetSets: assign({ setsOf: null }),
    endSets: stopChild('searchSets'),
    keepFound: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.search' ? act.found(context, event.output) : {},
    ),
    keepStock: assign(({ context, event }) =>
      event.type === 'xstate.done.actor.checkStock' ? { choice: { ...context.choice, timespan: event.output } } : {},
    ),
    keepPlaced: assign(({ event }) => (event.type === 'xstate.done.actor.placeOrder' ? { placed: event.output } : {})),
    noteSlotGone: assign(({ context, event }) =>
      act.slotGone(context, 'error' in event ? noteIn(event) : { code: 'seat_reserve_error', unknown: false }),
    ),
    wantAll: assign(({ context }) => act.wantAll(context)),
    noteIncomplete: assign(({ context }) => act.incomplete(context)),
    noteFailure: assign(({ event }) => ({ note: noteIn(event) })),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, act.contentOf(context)) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    tellFailure: enqueueActions(tell),
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
    note: null,
    missed: null,
    placed: null,
  }),
  initial: 'opening',
  on: {
    'language.choose': { actions: ['keepLang', 'askSets'] },
    'product.choose': { target: '.searching', actions: ['keepProduct', 'askSets'] },
    'month.show': { target: '.searching', actions: 'keepMonth' },
    'day.choose': { target: '.searching', actions: ['keepDay', 'askSets'] },
    'timespan.choose': { target: '.checking', actions: ['keepTimespan', 'askSets'] },
    'option.set': { actions: 'keepOption' },
    'setproduct.set': { actions: 'keepSetProduct' },
    'setproducts.again': { actions: 'askSets' },
    'order.submit': [{ guard: 'isComplete', target: '.placing' }, { actions: 'noteIncomplete' }],
    'xstate.done.actor.searchSets': { actions: ['keepSets', 'endSets'] },
    'xstate.error.actor.searchSets': { actions: ['forgetSets', 'endSets'] },
  },
  states: {
    opening: {
      tags: ['pending'],
      description: 'A kept choice is looked up afresh; without one the visitor chooses.',
      always: [{ guard: 'hasProduct', target: 'searching', actions: 'askSets' }, { target: 'choosing' }],
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
        onDone: { target: 'choosing', actions: ['keepFound', 'askSets'] },
        onError: { target: 'choosing', actions: 'noteFailure' },
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
          { guard: 'isSoldOut', target: 'searching', actions: ['noteSlotGone', 'askSets'] },
          { guard: 'lacksDays', target: 'searching', actions: ['keepStock', 'wantAll'] },
          { target: 'choosing', actions: 'keepStock' },
        ],
        onError: { target: 'choosing', actions: ['noteFailure', 'tellFailure'] },
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
        'xstate.done.actor.searchSets': { actions: ['keepOffers', 'endSets'] },
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
        onDone: { target: 'placed', actions: 'keepPlaced' },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'noteFailure' },
          { guard: 'isSetGone', target: 'choosing', actions: ['noteFailure', 'forgetSets', 'askSets'] },
          { guard: 'isSlotGone', target: 'searching', actions: ['noteSlotGone', 'askSets'] },
          { guard: 'isUnknown', target: 'choosing', actions: ['noteFailure', 'tellFailure'] },
          {
            target: 'choosing',
            actions: ['noteFailure', 'tellFailure'],
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
    failure: context.placed ? null : context.note,
    choice: context.choice,
  }),
});
