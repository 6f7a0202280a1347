import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import type { Screen } from '#machines/shared/screens.ts';
import type { SiteRules } from '#src/domain/site.ts';

/**
 * What must hold whatever the charts say: plans are made from the charts, so an arrow that leads astray leads the plan
 * astray with it. These rules come from docs/product.md#product, not from the charts.
 */

export type Fact = {
  readonly event: EventObject;
  readonly site: SiteRules;
  readonly before: Screen;
  readonly after: Screen;
  /** What the purchase showed before, on screen or behind another page. */
  readonly step: Screen;
  /** The address before named a change variant. */
  readonly isChange: boolean;
  /** An answer of this walk said that it was paid. */
  readonly isPaid: boolean;
};

const before: Partial<Record<Screen, Screen>> = {
  'sign-in': 'order',
  payment: 'sign-in',
  confirm: 'payment',
  'changedate-confirm': 'changedate',
  send: 'send',
};

const wordIn = (event: EventObject, name: string): unknown => Object.entries(event).find(([key]) => key === name)?.[1];

/** Where a visitor's event may lead. What is not here may lead anywhere its chart says. */
const leads: Readonly<Record<string, (fact: Fact) => readonly (Screen | undefined)[]>> = {
  // a change variant leads straight back; without anything to pay with it is a plain step; a total that is changing is read first
  'step.back': (fact) => [
    before[fact.before],
    fact.isChange ? 'confirm' : undefined,
    fact.before === 'payment' ? 'resuming' : undefined,
  ],
  'step.change': ({ event }) => [wordIn(event, 'to') as Screen],
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
  // what was asked for, what was there, where the purchase stands, or the look-up that a link begins
  'page.requested': (fact) => [wordIn(fact.event, 'screen') as Screen, fact.before, fact.step, 'resuming'],
};

const windowScreens: readonly Screen[] = ['order', 'sign-in'];

/** Throws where a step broke one of the sentences. */
export const expectLawful = (fact: Fact): void => {
  const { event, site, after } = fact;
  const allowed = leads[event.type]?.(fact);
  if (allowed) expect(allowed, `${event.type} may lead to`).toContain(after);
  if (after === 'complete') expect(fact.isPaid, 'complete without a payment').toBe(true);
  if (site.onlyMail) expect(windowScreens, 'purchases begin by mail').not.toContain(after);
};
