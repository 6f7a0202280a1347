import type { SiteRules } from '#src/domain/site.ts';
import type { Held } from '#test/tools/explore/held.ts';
import { expectLawful } from '../laws.ts';
import { watchClocks } from './clocks.ts';
import { watchKept } from './kept.ts';
import { watchQueues } from './queues.ts';
import { type App, type Did, type Seen, seenIn } from './seen.ts';
import { expectTurns } from './turns.ts';
import { watchWrites } from './writes.ts';

type Watched = { readonly app: App; readonly held: Held; readonly site: SiteRules };

const isChange = ({ purchase, screen }: Seen): boolean =>
  (purchase?.context.changing ?? false) && ['order', 'sign-in', 'payment'].includes(screen);

/**
 * Checks the charts of one walk on any target. Call the result after each step; it throws with the name of the broken invariant.
 */
export const watchCharts = ({ app, held, site }: Watched) => {
  let before = seenIn(app, held);
  let isPaid = false;
  const watches = [watchKept(before), watchClocks(), watchQueues(before), watchWrites(before)];
  return (did: Did): void => {
    const now = seenIn(app, held);
    const old = before;
    before = now;
    isPaid ||= JSON.stringify(did.event).includes('reservation_number');
    expectTurns(now);
    for (const watch of watches) watch(did, now);
    expectLawful({
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
