import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { by, languages, page, pageCases, sites, steps, where } from '../plan-rows.ts';

const ticket = { token: 'ticket-1' };

export const appPlan: Plan = {
  inputs: sites.map((site) => ({ site, lang: 'ja' })),
  key: by('app', ({ site, paying, payingChange }) => [site.mailConfirm, site.onlyMail, paying, payingChange]),
  cases: {
    ...pageCases('app', (s) => [
      // Except the page that is already open.
      ...where(!s.matches('purchase'), page('order')),
      ...steps.map((name) => page(name)),
      ...where(!(s.matches('purchase') && s.context.site.onlyMail), page('error')),
      page('mail-confirm', { token: 'mail-1' }),
      page('mail-confirm'),
      page('payment-callback', { r: 'return-1' }, { paymentType: 'stripe_secure', status: 'ok' }),
      ...(['ticket', 'receipt', 'share', 'send', 'revoke'] as const).flatMap((name) =>
        where(!s.matches(name), page(name, {}, ticket)),
      ),
      ...where(!s.matches('shared'), page('shared', {}, { token: 'share-1' })),
      page('changedate', s.matches('changedate') ? { from: 'mail' } : {}, ticket),
      page('changedate-confirm', {}, ticket),
      page('changedate-complete', {}, ticket),
      ...where(!s.matches('mail-release'), page('mail-release', {}, { token: 'magazine-1' })),
      ...(['reservation-inquiry', 'signage', 'privacy', 'specified', 'terms', 'forgotten'] as const).flatMap((name) =>
        where(!s.matches(name), page(name)),
      ),
      ...where(!s.matches('not-found'), page('not-found')),
    ]),
    'language.choose': languages,
  },
  // Each walk starts again, because away from its own pages nothing can be requested from the purchase.
  maxSteps: 1,
  looks: {
    purchase: [(s) => s.matches('checkout'), (s) => !s.matches('checkout')],
    changedate: [(s) => s.matches('checkout'), (s) => !s.matches('checkout')],
  },
};
