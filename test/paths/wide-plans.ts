import { type Cases, type Plan, type Plans, rowsOf } from '@ticket-store/chart-tools/explore/plan.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { failureCodes } from '#src/domain/failures.ts';
import type { Method } from '#src/domain/payment.ts';
import { connectionLost, fails } from './answers.ts';
import { by, customerOf, languages, page, pageCases, rows, steps, where, withCases } from './plan-rows.ts';
import { soldOutMonths } from './plans/order.ts';
import { plans } from './plans.ts';
import { firstChoice, oneAdult } from './sample-shop.ts';

/**
 * The same charts with every event in every state in which the chart handles it, and every failure of each request of the purchase,
 * for walks over all states × arrows that the definitions allow (`charts.test.ts`).
 */

const every = [...fails(...failureCodes), connectionLost];

/** Every failure of a request; those that a server returns come first, so that walks take these where others lead to the same. */
const withEveryFailure = (cases: Plan['cases']): Record<string, Cases> =>
  Object.fromEntries(
    Object.entries(cases ?? {}).map(([type, own]) => [
      type,
      type.startsWith('xstate.error.') ? (snapshot) => [...rowsOf(own, snapshot), ...every] : own,
    ]),
  );

/** The app passes no request of the first steps where a site has none. */
const pages = pageCases('purchase', ({ context: { site, isRepricing }, matches }) => [
  ...where(!site.onlyMail, page('order'), page('order', { ref: 'c' }), page('sign-in')),
  page('sended-mail'),
  page('mail-confirm', { token: 'mail-1' }),
  page('mail-confirm'),
  // A payment page that opens says at once that nothing is repriced, which a plan does not see.
  ...where(matches('payment') || !isRepricing, page('payment'), page('payment', { ref: 'c' })),
  page('confirm'),
  page('payment-callback', { r: 'return-1' }, { paymentType: 'stripe_secure', status: 'ok' }),
  page('payment-callback', {}, { paymentType: 'stripe_secure', status: 'ok' }),
  page('complete'),
  page('error'),
]);

/** The thing that a page's link names. */
const linked: readonly (readonly [screen: Screen, thing: string])[] = [
  ...(['ticket', 'receipt', 'share', 'send', 'revoke'] as const).map((screen) => [screen, 'ticket'] as const),
  ['shared', 'share'],
  ['mail-release', 'magazine'],
];
const plain = ['reservation-inquiry', 'signage', 'privacy', 'specified', 'terms', 'forgotten', 'not-found'] as const;

/** All pages that can be opened, of a link another one than is open. */
export const pagesOfApp = (isOpenAgain: boolean): Record<string, Cases> =>
  pageCases('app', (s) => [
    ...where(!s.matches('purchase') || (isOpenAgain && !s.context.site.onlyMail), page('order')),
    ...steps.flatMap((name) =>
      where(isOpenAgain || name !== 'mail-release-completion' || !s.matches(name), page(name)),
    ),
    ...where(!(s.matches('purchase') && s.context.site.onlyMail), page('error')),
    page('mail-confirm', { token: s.context.token === 'mail-1' ? 'mail-2' : 'mail-1' }),
    page('mail-confirm'),
    page('payment-callback', { r: 'return-1' }, { paymentType: 'stripe_secure', status: 'ok' }),
    ...linked.map(([screen, thing]) =>
      page(screen, {}, { token: `${thing}-${s.context.token === `${thing}-1` ? 2 : 1}` }),
    ),
    ...(['changedate', 'changedate-confirm', 'changedate-complete'] as const).flatMap((name) => [
      page(name, {}, { token: s.context.token === 'ticket-1' ? 'ticket-2' : 'ticket-1' }),
      // An address of another text, so that it is another one for the browser, too.
      ...where(s.matches('changedate'), page(name, { from: 'mail' }, { token: s.context.token })),
    ]),
    ...plain.flatMap((name) => where(isOpenAgain || !s.matches(name), page(name))),
  ]);

/** Without a choice, by the method that the page has chosen, or by none of those that are still offered. */
const submitted = (method: Method | null) => [{ method: method ?? 'stripe_secure' }, { method: null }];

export const widePlans = {
  ...plans,
  app: withCases(plans.app, pagesOfApp(true)),
  purchase: {
    ...plans.purchase,
    key: by('purchase', (c) => [
      [c.site.mailConfirm, c.site.onlyMail, c.changing, c.isRepricing],
      c.order && [c.order.price, c.order.status === 'expired', customerOf(c)],
      c.agreed && c.agreed.price === c.order?.price,
      [
        c.token !== null,
        c.payment && c.payment.wallet === undefined,
        c.completion !== null,
        c.sentTo !== null,
        c.mailToken !== null,
        c.r !== null,
      ],
    ]),
    cases: {
      ...withEveryFailure(plans.purchase.cases),
      ...pages,
      'language.choose': languages,
      // No page after the payment has a form.
      'draft.kept': rows('purchase', ({ context }) =>
        where(context.completion === null, { form: 'customer', fields: { fullname: 'H' } }),
      ),
      'order.cancel': [{}],
      'order.again': [{}],
    },
  },
  order: withCases(plans.order, {
    ...soldOutMonths,
    'product.choose': [firstChoice],
    // Also none, which no order can be sent with.
    'option.set': rows('order', ({ context: { choice } }) =>
      where(choice.product !== null, { line: { ...oneAdult, count: choice.lines.length > 0 ? 0 : 1 } }),
    ),
  }),
  payment: withCases(plans.payment, {
    'payment.submit': rows('payment', ({ context: { method } }) => submitted(method)),
  }),
  'change-date': withCases(plans['change-date'], {
    'payment.submit': rows('change-date', ({ context: { method } }) => submitted(method)),
  }),
  checkout: withCases(plans.checkout, {
    'xstate.error.actor.queryOutcome': (snapshot) => {
      const { r, token } = snapshot.context;
      const late = r === null && token !== null ? fails('payment_refunded') : [];
      return [...rowsOf(plans.checkout.cases?.['xstate.error.actor.queryOutcome'], snapshot), ...late];
    },
  }),
} satisfies Plans;
