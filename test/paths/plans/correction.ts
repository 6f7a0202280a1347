import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { connectionLost, fails } from '../answers.ts';
import { by } from '../plan-rows.ts';

const email = 'hanako@visitor.example';
const sent_to = 'h***@visitor.example';

export const correctionPlan: Plan = {
  key: by('correction', ({ site, completion, outcome, attempt, failure }) => [
    [site.mailConfirm, site.onlyMail, completion?.reservation_token],
    [outcome, attempt !== null, failure?.code],
  ]),
  cases: {
    'draft.kept': [{ form: 'correct-email', fields: { email } }],
    'email.submit': [{ email }],
    'xstate.done.actor.correctEmail': [
      { output: { reservation_token: 'ticket-2', sent_to } },
      { output: { reservation_token: 'ticket-1', sent_to } },
    ],
    'xstate.error.actor.correctEmail': [...fails('cannot_change_ticket', 'rate_limited'), connectionLost],
  },
};
