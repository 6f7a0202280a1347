import { type Cases, type Plan, rowsOf } from '@ticket-store/chart-tools/explore/plan.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { by, rows, where } from '../plan-rows.ts';
import { orderPlan, soldOutMonths } from '../plans/order.ts';
import { day, days, firstChoice, storedProduct, timespan } from '../sample-shop.ts';

/** The choice of tickets as faults in its chart are judged: also of a product whose days have one time each. */

const dayChoice = { ...firstChoice, product: { ...storedProduct, uuid: 'p2', sale_type: 'day' } };
const isOfDays = ({ context }: AnyMachineSnapshot): boolean => context.choice.product?.uuid === 'p2';

/** Events that are walked with the first product only. */
const ofFirst = Object.fromEntries(
  ['month.show', 'option.set', 'setproduct.set', 'timespan.choose', 'xstate.error.actor.placeOrder'].map((type) => [
    type,
    (snapshot: AnyMachineSnapshot) => (isOfDays(snapshot) ? [] : rowsOf(orderPlan.cases?.[type], snapshot)),
  ]),
);

export const orderOfMutants: Pick<Plan, 'key' | 'aspect' | 'limit'> & {
  readonly cases: Readonly<Record<string, Cases>>;
} = {
  key: (snapshot) => `${orderPlan.key?.(snapshot)} ${snapshot.context.choice.product?.uuid}`,
  aspect: by('order', ({ choice, wanted, setsOf }) => [
    [choice.product?.uuid, choice.timespan !== null, setsOf === (choice.timespan?.id ?? null)],
    [wanted.month !== null, wanted.day !== null],
  ]),
  limit: 24_000,
  cases: {
    ...ofFirst,
    'product.choose': rows('order', ({ context: { choice, offers } }) => [
      ...where(choice.product === null, firstChoice, dayChoice),
      ...where(choice.product !== null && choice.timespan !== null && offers.length === 0, dayChoice),
    ]),
    'xstate.done.actor.search': (snapshot) => {
      const { month, day: wanted } = snapshot.context.wanted;
      const ofDays = { days: month && days(month), slots: wanted && [{ ...timespan, id: `${day} p2` }] };
      return isOfDays(snapshot) ? [{ output: ofDays }] : rowsOf(soldOutMonths['xstate.done.actor.search'], snapshot);
    },
    'xstate.done.actor.checkStock': rows('order', ({ context: { choice } }) => [
      { output: choice.timespan && { ...choice.timespan, remaining: 5 } },
      { output: { ...choice.timespan, remaining: 0 } },
    ]),
  },
};
