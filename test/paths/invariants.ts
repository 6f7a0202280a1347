import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import type { Screen } from '#machines/shared/screens.ts';
import type { SiteRules } from '#src/domain/site.ts';

/**
 * Invariants that do not depend on the charts. Plans are generated from the charts, so a wrong target would be wrong in the plan
 * too; these rules come from docs/product.md#product.
 */

export type Fact = {
  readonly event: EventObject;
  readonly site: SiteRules;
  readonly before: Screen;
  readonly after: Screen;
  /** The step that the purchase showed before, on screen or behind another page. */
  readonly step: Screen;
  /** Whether the address before was a change variant. */
  readonly isChange: boolean;
  /** Whether a response in this walk reported a payment. */
  readonly isPaid: boolean;
};

const before: Partial<Record<Screen, Screen>> = {
  'sign-in': 'order',
  payment: 'sign-in',
  confirm: 'payment',
  'changedate-confirm': 'changedate',
  send: 'send',
};

const valueIn = (event: EventObject, name: string): unknown => Object.entries(event).find(([key]) => key === name)?.[1];

/** Allowed targets of visitors' events. Events without a row may lead anywhere. */
const leads: Readonly<Record<string, (fact: Fact) => readonly (Screen | undefined)[]>> = {
  // A change variant leads straight back; without anything to pay it is a plain step; a total that may have changed is reviewed
  // first.
  'step.back': (fact) => [
    before[fact.before],
    fact.isChange ? 'confirm' : undefined,
    fact.before === 'payment' ? 'resuming' : undefined,
  ],
  'step.change': ({ event }) => [valueIn(event, 'to') as Screen],
  'mail.correct': () => ['sign-in'],
  'mail.resend': () => ['sended-mail'],
  'order.again': () => ['order'],
  'order.resume': () => ['resuming'],
  'order.cancel': () => ['resuming'],
  'customer.submit': () => ['sign-in'],
  'payment.submit': () => ['payment'],
  'checkout.submit': () => ['confirm'],
  'checkout.ask': () => ['payment-callback'],
  'send.submit': () => ['send'],
  'date.check': () => ['changedate', 'changedate-confirm'],
  'date.submit': () => ['changedate-confirm'],
  'language.choose': (fact) => [fact.before],
  // The requested page, the previous one, the purchase's step, or the look-up that a link starts.
  'page.requested': (fact) => [valueIn(fact.event, 'screen') as Screen, fact.before, fact.step, 'resuming'],
};

const ordinaryScreens: readonly Screen[] = ['order', 'sign-in'];

/** Throws if a step breaks one of these invariants. */
export const expectAllowed = (fact: Fact): void => {
  const { event, site, after } = fact;
  const allowed = leads[event.type]?.(fact);
  if (allowed) expect(allowed, `${event.type} may lead to`).toContain(after);
  if (after === 'complete') expect(fact.isPaid, 'complete without a payment').toBe(true);
  if (site.onlyMail) expect(ordinaryScreens, 'purchases begin by mail').not.toContain(after);
};
