import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { notice, question } from '../answers.ts';
import { by } from '../plan-rows.ts';

export const dialogPlan: Plan = {
  key: by('dialog', ({ queue }) => queue.map(({ number, ngButton, about }) => [number, ngButton !== undefined, about])),
  cases: {
    'dialog.ask': ({ context }) =>
      context.queue.length < 2 ? [{ dialog: notice(1) }, { dialog: question(2) }] : [{ dialog: notice(1) }],
    'fact.ended': [{ about: 'hold' }],
  },
};
