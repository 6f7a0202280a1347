import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { fails } from '../answers.ts';
import { by } from '../plan-rows.ts';

const magazine = { email: 'h***@example.jp', is_active: true };

export const mailReleasePlan: Plan = {
  key: by('mail-release', ({ failure }) => [failure !== null]),
  cases: {
    'xstate.done.actor.readMagazine': [{ output: magazine }, { output: { ...magazine, is_active: false } }],
    'xstate.error.actor.readMagazine': fails('token_not_found', 'connection_error'),
    'xstate.done.actor.stopMagazine': [{ output: { ...magazine, is_active: false } }],
    'xstate.error.actor.stopMagazine': fails('token_not_found', 'request_error'),
    'xstate.done.actor.resumeMagazine': [{ output: magazine }, { output: { ...magazine, is_active: false } }],
    'xstate.error.actor.resumeMagazine': fails('token_not_found', 'request_error'),
  },
};
