import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { by } from '../plan-rows.ts';
import { product, timespan } from '../sample-shop.ts';

const { uuid, product_name, sale_type } = product;
const today = {
  as_of: timespan.reservation_from,
  products: [{ uuid, product_name, sale_type, time_spans: [timespan] }],
};

export const signagePlan: Plan = {
  key: by('signage', ({ today: shown, isStale }) => [shown !== null, isStale]),
  cases: {
    'xstate.done.actor.readToday': [{ output: { today, at: Date.parse(today.as_of) } }],
    'xstate.error.actor.readToday': fails('connection_error'),
  },
};
