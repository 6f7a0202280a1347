import type { Plan } from '#test/tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { catalogue } from '../sample-shop.ts';

export const cataloguePlan: Plan = {
  cases: {
    'xstate.done.actor.openShop': [{ output: catalogue }],
    'xstate.error.actor.openShop': fails('connection_error'),
  },
};
