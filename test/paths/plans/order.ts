import { type Cases, type Plan, rowsOf } from '@ticket-store/chart-tools/explore/plan.ts';
import { outcomeOf } from '@ticket-store/chart-tools/explore/realise.ts';
import type { OrderContext } from '#machines/order/order.types.ts';
import { connectionLost, customer, fails, orderReply, setSoldOut } from '../answers.ts';
import { by, languages, offeredDay, rows, where } from '../plan-rows.ts';
import { day, days, firstChoice, guide, laterSlot, months, slots } from '../sample-shop.ts';

type Seen = Pick<OrderContext, 'choice' | 'wanted' | 'slots' | 'next'>;

/** A search that finds everything free. */
const found = ({ wanted }: Seen) => ({
  output: {
    days: wanted.month && days(wanted.month),
    slots: wanted.day && (wanted.day === day ? slots : [laterSlot]),
  },
});

/** The times that the page offers: those of the day, and the earliest one while no day is chosen. */
const offered = ({ choice, slots: listed, next }: Seen) =>
  [...(next && choice.day === null ? [next] : []), ...listed]
    .filter(({ id }) => id !== choice.timespan?.id)
    .map((timespan) => ({ timespan }));

/** The reply about another time was lost. */
const isOther = (content: string, { timespan }: OrderContext['choice']): boolean =>
  timespan !== null && !content.includes(`"timespan":"${timespan.id}"`);

const choosing =
  /^(language|product|month|day)\.choose$|^month\.show$|^(option|setproduct)\.set$|^(setproducts|search)\.again$/;

/** Where the reply of an order was lost, only another time is chosen; else each choice would be explored once more. */
const sparing = (cases: Readonly<Record<string, Cases>>): Record<string, Cases> =>
  Object.fromEntries(
    Object.entries(cases).map(([type, all]): [string, Cases] => [
      type,
      (snapshot) =>
        choosing.test(type) && snapshot.context.attempt !== null && snapshot.matches('choosing')
          ? []
          : rowsOf(all, snapshot),
    ]),
  );

export const orderPlan: Plan = {
  limit: 8000,
  key: by(
    'order',
    ({ choice, days: shown, slots: listed, next, setsOf, offers, placed, failure, wanted, replaces, attempt }) => [
      choice.product !== null,
      [choice.month, choice.day, choice.timespan?.id],
      choice.lines.length,
      [setsOf === (choice.timespan?.id ?? null), offers.length, choice.sets.length],
      [shown.length, listed.length, wanted.day !== null, next !== null],
      placed?.order.price,
      replaces === null,
      failure?.code === 'session_timeout',
      attempt !== null && [failure?.code === 'connection_error', isOther(attempt.content, choice)],
    ],
  ),
  outcome: (output) => outcomeOf(output) + String(JSON.stringify(output).match(/"price":\d+,"status"/) ?? ''),
  cases: sparing({
    // Only where a choice exists that could be lost.
    'language.choose': (snapshot) => (snapshot.context.choice.lines.length > 0 ? languages(snapshot) : []),
    'product.choose': rows('order', ({ context }) => where(context.choice.product === null, firstChoice)),
    'month.show': rows('order', ({ context: { choice } }) =>
      where(choice.product !== null, { month: months[choice.month === months[0] ? 1 : 0] }),
    ),
    'day.choose': rows('order', ({ context }) => offeredDay(context.days)),
    'timespan.choose': rows('order', ({ context }) => offered(context)),
    'option.set': rows('order', ({ context: { choice } }) =>
      where(choice.product !== null, {
        line: { id: 'adult', name: 'Adult', price: 2000, count: (choice.lines[0]?.count ?? 0) + 1 },
      }),
    ),
    'setproduct.set': rows('order', ({ context: { choice, offers } }) =>
      where(offers.length > 0 && choice.sets.length === 0, {
        line: { id: guide.uuid, name: guide.product_name, price: guide.add_cost, count: 1 },
      }),
    ),
    'setproducts.again': rows('order', ({ context: { choice, setsOf } }) =>
      where(choice.timespan !== null && choice.timespan.id !== setsOf, {}),
    ),
    'search.again': rows('order', ({ context: { choice, days: shown, slots: listed } }) =>
      where(choice.product !== null && (!shown.length || (choice.day !== null && !listed.length)), {}),
    ),
    'xstate.done.actor.search': rows('order', ({ context }) => [found(context)]),
    'xstate.error.actor.search': fails('request_error'),
    'xstate.done.actor.checkStock': rows('order', ({ context: { choice } }) => [
      { output: choice.timespan },
      { output: { ...choice.timespan, remaining: 0 } },
    ]),
    'xstate.error.actor.checkStock': fails('request_error'),
    'xstate.done.actor.searchSets': [{ output: [guide] }],
    'xstate.error.actor.searchSets': fails('request_error'),
    // An order that takes another's place keeps its customer.
    'xstate.done.actor.placeOrder': rows('order', ({ context: { replaces } }) => {
      const customer_info = replaces === null ? null : customer;
      return [orderReply({ customer_info }), orderReply({ customer_info, price: 3000 })];
    }),
    // Each order that takes another's place has another token.
    'xstate.done.actor.reclaimOrder': rows('order', ({ context: { replaces } }) => [
      { output: { ...orderReply({ customer_info: replaces === null ? null : customer }).output, token: 'order-0' } },
    ]),
    'xstate.error.actor.reclaimOrder': [...fails('seat_reserve_error'), connectionLost],
    // Only ordered items can be rejected.
    'xstate.error.actor.placeOrder': rows('order', ({ context: { choice, offers, next, replaces } }) => {
      const isFirst = choice.timespan?.id === slots[0]?.id && choice.month === months[0];
      const isPlain = isFirst && !offers.length && !next;
      return [
        ...fails('session_timeout', 'seat_reserve_error', 'bad_request'),
        // From one choice, since the queue is the same behind any; who replaces an order does not wait.
        ...where(isPlain && replaces === null, ...fails('queue_required')),
        ...where(choice.sets.length > 0, setSoldOut),
        ...where(isPlain, connectionLost),
      ];
    }),
  }),
};

/** The first month is sold out. */
const later = ({ wanted, choice, next }: Seen) =>
  where(wanted.month === months[0] && wanted.day === null && choice.day === null && next === null, {
    output: { days: [], slots: null, next: laterSlot },
  });

/** The same where all of the first month can be sold out. */
export const soldOutMonths: NonNullable<Plan['cases']> = {
  'xstate.done.actor.search': rows('order', ({ context }) => [found(context), ...later(context)]),
};
