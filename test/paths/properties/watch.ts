import type { SimulatedActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { dialogRules } from './dialogs.ts';
import { generalRules } from './general.ts';
import { holdingRules } from './holding.ts';
import { createMoments, type Moment } from './moment.ts';
import { payingRules } from './paying.ts';
import { inputRules } from './preserved.ts';
import { requestRules } from './requests.ts';
import type { Rule } from './rule.ts';
import { type App, seenIn, type WalkStep } from './seen.ts';
import { storedDataRules } from './stored-data.ts';
import { timerRules } from './timers.ts';
import { watchWrites } from './writes.ts';

const rules: readonly Rule[] = [
  ...generalRules,
  ...dialogRules,
  ...timerRules,
  ...inputRules,
  ...storedDataRules,
  ...requestRules,
  ...payingRules,
  ...holdingRules,
];

const check = ({ docs, sentence, when, must }: Rule, moment: Moment): void => {
  if (!when(moment)) return;
  try {
    must(moment);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${sentence} (${docs}): ${why}`, { cause: thrown });
  }
};

type Watched = { readonly app: App; readonly simulated: SimulatedActors };

/**
 * Checks the charts of a walk from its beginning. The returned function is called after each step, and throws with the sentence of a
 * broken property.
 */
export const watchCharts = ({ app, simulated }: Watched) => {
  const first = seenIn(app, simulated);
  const moments = createMoments(first);
  const watchKeys = watchWrites(first);
  return (step: WalkStep): Moment => {
    const moment = moments(step, seenIn(app, simulated));
    watchKeys(step, moment.now);
    for (const rule of rules) check(rule, moment);
    return moment;
  };
};
