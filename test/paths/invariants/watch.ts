import type { SiteRules } from '#src/domain/site.ts';
import { expectAllowed } from '#test/paths/invariants.ts';
import type { SimulatedActors } from '#test/tools/explore/simulated.ts';
import { watchData } from './data.ts';
import { watchQueues } from './queues.ts';
import { type App, type Seen, seenIn, type WalkStep } from './seen.ts';
import { expectTags } from './tags.ts';
import { watchTimers } from './timers.ts';
import { watchWrites } from './writes.ts';

type Watched = { readonly app: App; readonly simulated: SimulatedActors; readonly site: SiteRules };

const isChange = ({ purchase, screen }: Seen): boolean =>
  (purchase?.context.changing ?? false) && ['order', 'sign-in', 'payment'].includes(screen);

/**
 * Checks the charts of one walk on any target. Call the result after each step; it throws with the name of the broken invariant.
 */
export const watchCharts = ({ app, simulated, site }: Watched) => {
  let before = seenIn(app, simulated);
  let isPaid = false;
  const watches = [watchData(before), watchTimers(), watchQueues(before), watchWrites(before)];
  return (did: WalkStep): void => {
    const now = seenIn(app, simulated);
    const old = before;
    before = now;
    isPaid ||= JSON.stringify(did.event).includes('reservation_number');
    expectTags(now);
    for (const watch of watches) watch(did, now);
    expectAllowed({
      event: did.event,
      site,
      before: old.screen,
      after: now.screen,
      step: old.step,
      isChange: isChange(old),
      isPaid,
    });
  };
};
