import type { Case, Cases, Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import type { AnyMachineSnapshot, ContextFrom, SnapshotFrom } from 'xstate';
import type { machines } from '#machines/index.ts';
import { type Screen, screens } from '#machines/shared/screens.ts';
import { isCustomerReady } from '#src/domain/purchase.ts';
import { rulesOf } from '#src/domain/site.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { day } from './sample-shop.ts';

/** Typed helpers of plans, for rows and keys from the snapshot of one chart. */

/** The rules of sites that differ in them, as the shop reads them: without mails, with confirmation mails, by invitation only. */
export const sites = [
  rulesOf(settingsOf('borderless')),
  rulesOf(settingsOf('mori')),
  rulesOf(settingsOf('nishinippon-event01')),
] as const;
export const page = (screen: Screen, query: Record<string, string> = {}, params: Record<string, string> = {}) => ({
  screen,
  params,
  query,
});
type Page = ReturnType<typeof page>;
/** Pages that are shown once something was done: their addresses alone lead elsewhere. */
export const steps = ['sign-in', 'sended-mail', 'payment', 'confirm', 'complete', 'mail-release-completion'] as const;
const facts = (...values: unknown[]) => JSON.stringify(values);

type Context<K extends keyof typeof machines> = ContextFrom<(typeof machines)[K]>;
/** A key from the context of one chart. */
export const by =
  <K extends keyof typeof machines>(_: K, read: (context: Context<K>) => unknown[]) =>
  (snapshot: AnyMachineSnapshot) =>
    facts(...read(snapshot.context));

/** The customer as far as steps depend on it: missing, with an unconfirmed address, or able to pay; and a confirmed address. */
export const customerOf = ({ order, site, confirmed }: Context<'purchase'>) => [
  order?.customer_info ? isCustomerReady(site, order) : null,
  site.mailConfirm && confirmed !== null,
];

type Seen<K extends keyof typeof machines> = {
  context: Context<K>;
  matches: (value: Parameters<SnapshotFrom<(typeof machines)[K]>['matches']>[0]) => boolean;
};
/** Rows from the snapshot of one chart. */
export const rows =
  <K extends keyof typeof machines, C extends Case>(_: K, read: (seen: Seen<K>) => readonly C[]) =>
  (snapshot: AnyMachineSnapshot): readonly C[] =>
    read({ context: snapshot.context, matches: (value) => snapshot.matches(value) });
export const where = <C extends Case>(fits: boolean, ...cases: C[]): C[] => (fits ? cases : []);

/** The sample day, where the calendar has it. */
export const offeredDay = (days: readonly { date: string }[]) =>
  days.some(({ date }) => date === day) ? [{ day }] : [];

/** A plan with further cases. */
export const withCases = <P extends Plan>(plan: P, cases: Readonly<Record<string, Cases>>) => ({
  ...plan,
  cases: { ...plan.cases, ...cases },
});

/** The requests of pages from the snapshot of one chart, by event; a page without a row is not requested. */
export const pageCases = <K extends keyof typeof machines>(
  _: K,
  read: (seen: Seen<K>) => readonly Page[],
): Record<string, Cases> => {
  // Every page asks for the same rows of a snapshot.
  let last: { readonly snapshot: AnyMachineSnapshot; readonly pages: readonly Page[] } | undefined;
  const pagesOf = rows(_, read);
  return Object.fromEntries(
    screens.map((screen) => [
      `page.requested.${screen}`,
      (snapshot) => {
        if (last?.snapshot !== snapshot) last = { snapshot, pages: pagesOf(snapshot) };
        return last.pages.flatMap(({ screen: wanted, ...request }) => where(wanted === screen, request));
      },
    ]),
  );
};

export const languages: (snapshot: AnyMachineSnapshot) => readonly Case[] = ({ context }) => [
  { lang: context.lang === 'ja' ? 'en' : 'ja' },
];

/** Addresses that may be opened during a purchase, except the one that is already open. */
export const purchasePages = pageCases('purchase', (s) => [
  ...where(!s.context.site.onlyMail && !s.matches('order'), page('order')),
  ...where(!s.context.site.onlyMail && !s.context.changing, page('order', { ref: 'c' })),
  ...where(!s.context.site.onlyMail && !s.matches('sign-in'), page('sign-in')),
  ...where(!s.matches('sended-mail'), page('sended-mail')),
  page('mail-confirm', { token: s.context.mailToken === 'mail-1' ? 'mail-2' : 'mail-1' }),
  // A payment page that opens says at once that nothing is repriced, which a plan does not see.
  ...where(!s.matches('payment') && !s.context.isRepricing, page('payment')),
  ...where(s.matches('payment') && !s.context.changing, page('payment', { ref: 'c' })),
  ...where(!s.matches('confirm') && !s.matches('checkout'), page('confirm')),
  page('payment-callback', { r: 'return-1' }, { paymentType: 'stripe_secure', status: 'ok' }),
  page('payment-callback', {}, { paymentType: 'stripe_secure', status: 'ok' }),
  ...where(!s.matches('complete'), page('complete')),
  ...where(!s.matches('error'), page('error')),
]);
