import type { Plan } from '#test/tools/explore/plan.ts';
import { outcomeOf } from '#test/tools/explore/realise.ts';
import { fails, lineDown, told } from '../answers.ts';
import { by, languages, rows, where } from '../plan-rows.ts';
import { day, days, kept, months, slots } from '../sample-shop.ts';

export const orderPlan: Plan = {
  key: by('order', ({ choice, days: shown, slots: listed, placed, note, wanted }) => [
    choice.product !== null,
    [choice.month, choice.day, choice.timespan?.id],
    choice.lines.length,
    [shown.length, listed.length, wanted.day !== null],
    placed?.order.price,
    note?.code === 'session_timeout',
  ]),
  outcome: (output) => outcomeOf(output) + String(JSON.stringify(output).match(/"price":\d+,"status"/) ?? ''),
  cases: {
    'language.choose': languages,
    'product.choose': rows('order', ({ context }) =>
      where(context.choice.product === null, { product: kept, month: months[0] }),
    ),
    'month.show': rows('order', ({ context: { choice } }) =>
      where(choice.product !== null, { month: months[choice.month === months[0] ? 1 : 0] }),
    ),
    'day.choose': rows('order', ({ context }) =>
      where(
        context.days.some(({ date }) => date === day),
        { day },
      ),
    ),
    'timespan.choose': rows('order', ({ context: { choice, slots: listed } }) =>
      listed.filter(({ id }) => id !== choice.timespan?.id).map((timespan) => ({ timespan })),
    ),
    'option.set': rows('order', ({ context: { choice } }) =>
      where(choice.product !== null, {
        line: { id: 'adult', name: 'Adult', price: 2000, count: (choice.lines[0]?.count ?? 0) + 1 },
      }),
    ),
    'search.again': rows('order', ({ context: { choice, days: shown, slots: listed } }) =>
      where(choice.product !== null && (!shown.length || (choice.day !== null && !listed.length)), {}),
    ),
    'xstate.done.actor.search': rows('order', ({ context: { wanted } }) => [
      { output: { days: wanted.month && days(wanted.month), slots: wanted.day && slots } },
    ]),
    'xstate.error.actor.search': fails('request_error'),
    'xstate.done.actor.checkStock': rows('order', ({ context: { choice } }) => [
      { output: choice.timespan },
      { output: { ...choice.timespan, remaining: 0 } },
    ]),
    'xstate.error.actor.checkStock': fails('request_error'),
    'xstate.done.actor.placeOrder': [told({}), told({ price: 3000 })],
    'xstate.error.actor.placeOrder': [...fails('session_timeout', 'seat_reserve_error', 'bad_request'), lineDown],
  },
};
