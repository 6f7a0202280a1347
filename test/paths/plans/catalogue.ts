import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { catalogue } from '../sample-shop.ts';

export const cataloguePlan: Plan = {
  cases: {
    'xstate.done.actor.openShop': [{ output: catalogue }],
    'xstate.error.actor.openShop': fails('connection_error'),
  },
};
