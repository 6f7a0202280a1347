import type { Plan } from '#test/tools/explore/plan.ts';
import { by, languages, page, rows, sites, where } from '../plan-rows.ts';

export const appPlan: Plan = {
  inputs: sites.map((site) => ({ site, lang: 'ja', seed: 'seed' })),
  key: by('app', ({ site, paying }) => [site.mailConfirm, site.onlyMail, paying]),
  cases: {
    'page.requested': rows('app', (s) => [
      page(s.matches('purchase') ? 'confirm' : 'order'),
      ...where(!s.matches('ticket'), page('ticket', {}, { token: 'ticket-1' })),
      ...where(!s.matches('not-found'), page('not-found')),
    ]),
    'language.choose': languages,
  },
  // each walk from its beginning: elsewhere than on its own pages nothing can be asked of the purchase
  maxSteps: 1,
  looks: { purchase: [(s) => s.matches('checkout'), (s) => !s.matches('checkout')] },
};
