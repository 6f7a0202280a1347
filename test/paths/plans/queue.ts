import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { by } from '../plan-rows.ts';

const waiting = {
  state: 'waiting',
  ahead: 2,
  wait_seconds: 120,
  seconds_left: 0,
  poll_seconds: 12,
  is_behind: false,
} as const;
const at = Date.parse('2026-12-01T09:00:00+09:00');

export const queuePlan: Plan = {
  key: by('queue', ({ place, isStale }) => [place?.state, isStale]),
  cases: {
    'xstate.done.actor.readPlace': [
      { output: { place: waiting, at } },
      { output: { place: { ...waiting, state: 'admitted', ahead: 0, wait_seconds: 0, seconds_left: 300 }, at } },
      { output: { place: { ...waiting, state: 'over', ahead: 0, wait_seconds: 0, poll_seconds: 30 }, at } },
    ],
    'xstate.error.actor.readPlace': fails('connection_error'),
  },
};
