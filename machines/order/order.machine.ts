import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { queueMachine as queue } from '#machines/queue/queue.machine.ts';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailure } from '#machines/shared/report-failure.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { ChoiceLine } from '#src/domain/order.ts';
import type { SetProduct, TimeSpan } from '#src/domain/product.ts';
import { checkStock, inputs, placeOrder, reclaimOrder, search, searchSets } from './order.actors.ts';
import { guards } from './order.guards.ts';
import * as logic from './order.logic.ts';
import type { Found, OrderTypes, Placed, ProductChosen, ReclaimedEvent } from './order.types.ts';

/** The choice of tickets: product, day, time, options; ends with a hold on the seats (docs/product.md#screen-order). */
export const orderMachine = setup({
  types: {} as OrderTypes,
  actors: { search, checkStock, searchSets, placeOrder, reclaimOrder, queue },
  guards,
  actions: {
    assignProduct: assign(({ context }, chosen: ProductChosen) => logic.chooseProduct(context, chosen)),
    assignLang: assign((_, lang: Lang) => ({ lang, setsOf: null })),
    assignMonth: assign(({ context }, month: string) => logic.showMonth(context, month)),
    assignDay: assign(({ context }, day: string) => ({ ...logic.chooseDay(context, day), fitting: [] })),
    assignTimespan: assign(({ context }, timespan: TimeSpan) => logic.chooseTimespan(context, timespan)),
    assignOption: assign(({ context }, line: ChoiceLine) => logic.setOption(context, line)),
    assignSetProduct: assign(({ context }, line: ChoiceLine) => logic.setSetProduct(context, line)),
    startSetSearch: enqueueActions(logic.startSetSearch),
    assignSets: enqueueActions(({ context, enqueue }, sets: SetProduct[]) =>
      logic.endSetSearch(enqueue, logic.applyOffers(context, sets)),
    ),
    assignOffers: enqueueActions(({ enqueue }, offers: SetProduct[]) => logic.endSetSearch(enqueue, { offers })),
    forgetSets: enqueueActions(({ enqueue }) => logic.endSetSearch(enqueue, { setsOf: null })),
    assignSetGone: assign(({ event }) => ({ failure: failureIn(event), setsOf: null })),
    assignFound: assign(({ context }, found: Found) => logic.applySearch(context, found)),
    assignLater: assign(({ context }, found: Found) => logic.openLater(context, found)),
    assignStock: assign(({ context }, timespan: TimeSpan) => ({ choice: { ...context.choice, timespan } })),
    assignPlaced: assign((_, placed: Placed) => ({ placed })),
    assignSoldOut: assign(({ context }, found: TimeSpan) => logic.missSlot(context, logic.whyGone(found))),
    assignMissedSlot: assign(({ context, event }) => logic.missSlot(context, failureIn(event))),
    wantAll: assign(({ context }) => logic.wantAll(context)),
    assignIncomplete: assign(({ context }) => logic.reportIncomplete(context)),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, logic.contentOf(context)) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    forgetAttempt: assign({ attempt: null }),
    assignReclaimed: assign((_, { token }: Placed) => ({ replaces: token, attempt: null })),
    notifyPurchase: sendParent((_, placed: Placed) => ({ type: 'order.reclaimed', placed }) satisfies ReclaimedEvent),
    reportFailure: enqueueActions(enqueueFailure),
  },
}).createMachine({
  id: 'order',
  description: 'Tickets are chosen and seats held.',
  context: ({ input }) => ({
    ...input,
    wanted: { month: input.choice.month, day: input.choice.day },
    days: [],
    slots: [],
    next: null,
    fitting: [],
    setsOf: null,
    offers: [],
    fewer: [],
    failure: null,
    missed: null,
    placed: null,
  }),
  initial: 'opening',
  on: {
    'language.choose': { actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'startSetSearch'] },
    'product.choose': {
      target: '.searching',
      actions: [{ type: 'assignProduct', params: ({ event }) => event }, 'startSetSearch'],
    },
    'month.show': { target: '.searching', actions: { type: 'assignMonth', params: ({ event }) => event.month } },
    'day.choose': {
      target: '.searching',
      actions: [{ type: 'assignDay', params: ({ event }) => event.day }, 'startSetSearch'],
    },
    'timespan.choose': {
      target: '.checking',
      actions: [{ type: 'assignTimespan', params: ({ event }) => event.timespan }, 'startSetSearch'],
    },
    'option.set': { actions: { type: 'assignOption', params: ({ event }) => event.line } },
    'setproduct.set': { actions: { type: 'assignSetProduct', params: ({ event }) => event.line } },
    'setproducts.again': { actions: 'startSetSearch' },
    'order.submit': [
      { guard: 'mustReclaim', target: '.reclaiming' },
      { guard: 'isComplete', target: '.placing' },
      { actions: 'assignIncomplete' },
    ],
    'xstate.done.actor.searchSets': { actions: { type: 'assignSets', params: outputOf } },
    'xstate.error.actor.searchSets': { actions: 'forgetSets' },
  },
  states: {
    opening: {
      tags: ['pending'],
      description: 'A stored choice, or another month, is looked up afresh; without one the visitor chooses.',
      meta: { screen: 'order' },
      always: [{ guard: 'hasProduct', target: 'searching', actions: 'startSetSearch' }, { target: 'choosing' }],
    },
    choosing: {
      description: 'The visitor chooses product, day, time and how many tickets.',
      meta: { screen: 'order' },
      on: { 'search.again': { guard: 'hasProduct', target: 'searching', actions: 'wantAll' } },
    },
    searching: {
      tags: ['pending'],
      description: 'The calendar or the times of a day are looked up; choosing goes on meanwhile.',
      meta: { screen: 'order' },
      invoke: {
        id: 'search',
        src: 'search',
        input: inputs.search,
        onDone: [
          {
            guard: { type: 'hasLaterMonth', params: outputOf },
            target: 'opening',
            actions: { type: 'assignLater', params: outputOf },
          },
          { target: 'choosing', actions: [{ type: 'assignFound', params: outputOf }, 'startSetSearch'] },
        ],
        onError: { target: 'choosing', actions: 'assignFailure' },
      },
    },
    checking: {
      tags: ['pending'],
      description: 'The stock of the chosen time is read fresh.',
      meta: { screen: 'order' },
      invoke: {
        id: 'checkStock',
        src: 'checkStock',
        input: ({ context }) => ({ timespan: context.choice.timespan, order_token: context.replaces }),
        onDone: [
          {
            guard: { type: 'isSoldOut', params: outputOf },
            target: 'searching',
            actions: [{ type: 'assignSoldOut', params: outputOf }, 'startSetSearch'],
          },
          { guard: 'lacksDays', target: 'searching', actions: [{ type: 'assignStock', params: outputOf }, 'wantAll'] },
          { target: 'choosing', actions: { type: 'assignStock', params: outputOf } },
        ],
        onError: { target: 'choosing', actions: 'reportFailure' },
      },
    },
    placing: {
      tags: ['pending'],
      description: 'Seats are being held.',
      meta: { screen: 'order' },
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
        'xstate.done.actor.searchSets': { actions: { type: 'assignOffers', params: outputOf } },
      },
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: inputs.place,
        onDone: { target: 'placed', actions: { type: 'assignPlaced', params: outputOf } },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'assignFailure' },
          { guard: 'mustQueue', target: 'queueing' },
          { guard: 'isSetGone', target: 'choosing', actions: ['assignSetGone', 'startSetSearch'] },
          { guard: 'isSlotGone', target: 'searching', actions: ['assignMissedSlot', 'startSetSearch'] },
          { target: 'choosing', actions: 'reportFailure' },
        ],
      },
    },
    queueing: {
      description: 'More came than can be served: the visitor has a place in the queue.',
      meta: { child: 'queue' },
      invoke: {
        id: 'queue',
        src: 'queue',
        input: ({ context }) => ({ product: context.choice.product?.uuid ?? '' }),
        onDone: { target: 'opening', actions: ['wantAll', 'forgetSets'] },
      },
      on: {
        'product.choose': {},
        'month.show': {},
        'day.choose': {},
        'timespan.choose': {},
        'option.set': {},
        'setproduct.set': {},
        'setproducts.again': {},
        'order.submit': {},
      },
    },
    reclaiming: {
      tags: ['pending'],
      description: 'An order whose reply was lost is asked for by its key, so that this one replaces it.',
      meta: { screen: 'order' },
      on: { 'option.set': {}, 'setproduct.set': {}, 'order.submit': {} },
      invoke: {
        id: 'reclaimOrder',
        src: 'reclaimOrder',
        input: inputs.reclaim,
        onDone: {
          target: 'placing',
          actions: [
            { type: 'assignReclaimed', params: outputOf },
            { type: 'notifyPurchase', params: outputOf },
          ],
        },
        onError: [
          { guard: 'isUnknown', target: 'choosing', actions: 'reportFailure' },
          { target: 'placing', actions: 'forgetAttempt' },
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
