import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { customer, fails } from '../answers.ts';
import { by, languages } from '../plan-rows.ts';

const { email } = customer;

export const inquiryPlan: Plan = {
  key: by('inquiry', ({ lacksNumber, failure }) => [lacksNumber, failure?.code]),
  cases: {
    'draft.kept': [{ form: 'inquiry', fields: { email } }],
    'language.choose': languages,
    'inquiry.submit': [{ email, reservation_number: 'AB23-CD45-EF67' }],
    'links.send': [{ email }],
    'xstate.done.actor.findReservation': [{ output: { reservation_token: 'ticket-1' } }],
    'xstate.error.actor.findReservation': fails('ticket_not_found'),
    'xstate.error.actor.sendLinks': fails('rate_limited'),
  },
};
