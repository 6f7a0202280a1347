import type { Plan } from '#test/tools/explore/plan.ts';
import { fails, lineDown, order } from '../answers.ts';
import { by } from '../plan-rows.ts';

export const holdPlan: Plan = {
  key: by('hold', ({ extensionsLeft, warned, ended }) => [extensionsLeft, warned, ended]),
  cases: {
    'xstate.done.actor.extendHold': [{ output: { order: { ...order, extensions_left: 0 }, at: 0 } }],
    'xstate.done.actor.retakeHold': [{ output: { order, at: 0 } }],
    'xstate.error.actor.extendHold': fails('session_timeout', 'order_closed', 'request_error'),
    'xstate.error.actor.retakeHold': [...fails('session_timeout'), lineDown],
  },
};
