import type { Plan } from '#test/tools/explore/plan.ts';
import { by, languages, page, pageCases, sites, where } from '../plan-rows.ts';

export const appPlan: Plan = {
  inputs: sites.map((site) => ({ site, lang: 'ja' })),
  key: by('app', ({ site, paying }) => [site.mailConfirm, site.onlyMail, paying]),
  cases: {
    ...pageCases('app', (s) => [
      page(s.matches('purchase') ? 'confirm' : 'order'),
      ...where(!s.matches('ticket'), page('ticket', {}, { token: 'ticket-1' })),
      ...where(!s.matches('receipt'), page('receipt', {}, { token: 'ticket-1' })),
      ...where(!s.matches('share'), page('share', {}, { token: 'ticket-1' })),
      ...where(!s.matches('shared'), page('shared', {}, { token: 'share-1' })),
      ...where(!s.matches('send'), page('send', {}, { token: 'ticket-1' })),
      ...where(!s.matches('revoke'), page('revoke', {}, { token: 'ticket-1' })),
      page(s.matches('changedate') ? 'changedate-complete' : 'changedate', {}, { token: 'ticket-1' }),
      ...where(!s.matches('reservation-inquiry'), page('reservation-inquiry')),
      ...where(!s.matches('mail-release'), page('mail-release', {}, { token: 'magazine-1' })),
      ...(['signage', 'privacy', 'specified', 'terms', 'forgotten'] as const).flatMap((name) =>
        where(!s.matches(name), page(name)),
      ),
      ...where(!s.matches('not-found'), page('not-found')),
    ]),
    'language.choose': languages,
  },
  // Each walk starts anew, because away from its own pages nothing can be requested from the purchase.
  maxSteps: 1,
  looks: { purchase: [(s) => s.matches('checkout'), (s) => !s.matches('checkout')] },
};
