import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { by, rows, where } from '../plan-rows.ts';

export const toastPlan: Plan = {
  key: by('toast', ({ queue }) => [queue.length]),
  cases: {
    'toast.show': rows('toast', (s) => [
      ...where(s.matches('showing'), { toast: { text: '' } }),
      ...where(s.context.queue.length < 1, { toast: { text: 'Hello' } }),
    ]),
  },
};
