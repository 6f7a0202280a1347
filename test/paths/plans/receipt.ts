import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { receipt } from '../sample-tickets.ts';

export const receiptPlan: Plan = {
  cases: {
    'xstate.done.actor.readReceipt': [{ output: receipt }],
    'xstate.error.actor.readReceipt': fails('token_not_found', 'cannot_change_ticket', 'connection_error'),
  },
};
