import type { SimulatedActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { expect } from 'vitest';
import { answeringRules } from './answering.ts';
import { checkoutRules } from './checkout.ts';
import { choosingRules } from './choosing.ts';
import { correctingRules } from './correcting.ts';
import { couponRules } from './coupons.ts';
import { watchEmitted } from './emitted.ts';
import { findingRules } from './finding.ts';
import { generalRules } from './general.ts';
import { holdingRules } from './holding.ts';
import { identityRules } from './identity.ts';
import { magazineRules } from './magazine.ts';
import { mailLinkRules } from './mail-links.ts';
import { createMoments, type Moment } from './moment.ts';
import { movingRules } from './moving.ts';
import { openingRules } from './opening.ts';
import { orderingRules } from './ordering.ts';
import { payingRules } from './paying.ts';
import { keepingRules } from './preserved.ts';
import { watchDialogs, watchToasts } from './queues.ts';
import { requestRules } from './requests.ts';
import { resumingRules } from './resuming.ts';
import { returningRules } from './returning.ts';
import { demand, type Rule } from './rule.ts';
import { type App, type Seen, seenIn, type WalkStep } from './seen.ts';
import { sendingRules } from './sending.ts';
import { ticketLinkRules } from './ticket-links.ts';
import { ticketRules } from './tickets.ts';
import { timerRules } from './timers.ts';
import { waitingRules } from './waiting.ts';
import { watchWrites } from './writes.ts';

/** Every property that a single step shows. */
export const rules: readonly Rule[] = [
  ...generalRules,
  ...timerRules,
  ...keepingRules,
  ...requestRules,
  ...openingRules,
  ...mailLinkRules,
  ...answeringRules,
  ...choosingRules,
  ...orderingRules,
  ...waitingRules,
  ...identityRules,
  ...resumingRules,
  ...payingRules,
  ...couponRules,
  ...checkoutRules,
  ...returningRules,
  ...correctingRules,
  ...holdingRules,
  ...ticketRules,
  ...ticketLinkRules,
  ...sendingRules,
  ...movingRules,
  ...findingRules,
  ...magazineRules,
];

/** How a broken property is named: its sentence and where it stands. */
export const broken = ({ docs, sentence }: Pick<Rule, 'docs' | 'sentence'>, thrown: unknown): Error =>
  new Error(`${sentence} (${docs}): ${thrown instanceof Error ? thrown.message : String(thrown)}`, { cause: thrown });

const check = (rule: Rule, moment: Moment): void => {
  if (!rule.when(moment)) return;
  try {
    demand(rule, moment);
  } catch (thrown) {
    throw broken(rule, thrown);
  }
};

/**
 * Checks the charts of one walk on any target, from the moment at which it begins. Call the result after each step; it throws with
 * the sentence of the broken property.
 */
export const watchSeen = (first: Seen, more: readonly ((moment: Moment) => void)[] = []) => {
  const moments = createMoments(first);
  const watches = [watchToasts(first), watchDialogs(first), ...more];
  const watchKeys = watchWrites(first);
  return (did: WalkStep, now: Seen): Moment => {
    const moment = moments(did, now);
    for (const watch of watches) watch(moment);
    watchKeys(did, moment.now);
    for (const rule of rules) check(rule, moment);
    if (moment.answer)
      expect(
        rules.some(({ when }) => when(moment)),
        'a property judges every answer',
      ).toBe(true);
    return moment;
  };
};

type Watched = { readonly app: App; readonly simulated: SimulatedActors };

/** The same for charts that run in this process. */
export const watchCharts = ({ app, simulated }: Watched) => {
  const watch = watchSeen(seenIn(app, simulated), [watchEmitted(app)]);
  return (did: WalkStep): void => {
    watch(did, seenIn(app, simulated));
  };
};
