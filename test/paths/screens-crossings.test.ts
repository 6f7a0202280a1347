import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { createCoverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import { dotted } from '@ticket-store/chart-tools/explore/definitions.ts';
import { figuresOf } from '@ticket-store/chart-tools/explore/figures.ts';
import { crossings } from '@ticket-store/chart-tools/explore/tours.ts';
import { nameWalks } from '@ticket-store/chart-tools/walks/named.ts';
import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { sampled } from '#test/tools/sample.ts';
import { impossible } from './impossible.ts';
import { movesByEvent } from './moves.ts';
import { openShop } from './open-page.tsx';
import type { PageFacts } from './properties/page-facts.ts';
import type { Seen } from './properties/seen.ts';
import { screenPlans } from './screen-plans.ts';
import { walk } from './walk.ts';

/** Walks over all states × arrows on the real screens; a run without FULL=1 draws a share of them. */

/**
 * Whether a visitor cannot cause the event in that state: it has no control for it, or the requested page is open already, so that
 * its address does not change. `crossing`: `leaf × chart.state | event [0]`; `offered`: `chart leaf event` of each usable control.
 */
const hasNoControl = (machine: string, crossing: string, offered: ReadonlySet<string>): boolean => {
  const [, leaf = '', event = ''] = /^(\S+) × .* \| (\S+) \[\d+\]$/.exec(crossing) ?? [];
  const isOpen = event === `page.requested.${leaf.split('.')[0]}`;
  return isOpen || (event in movesByEvent && !offered.has(`${machine} ${leaf} ${event}`));
};

/** Others that no walk on screens takes, each with its reason. */
const exclusions: readonly (readonly [crossing: string, reason: string])[] = [
  ['searching × order | product.choose [0]', 'the shop of the walks has one product'],
  ['checking × order | product.choose [0]', 'the shop of the walks has one product'],
  ['reclaiming × order | product.choose [0]', 'the shop of the walks has one product'],
  [
    'choosing × payment.choosing | payment.submit [1]',
    'a page has a method chosen unless the server stops offering it',
  ],
  [
    'confirm.paying × change-date.confirm.paying | payment.submit [1]',
    'a page has a method chosen unless the server stops offering it',
  ],
  [
    'resuming × purchase | language.choose [0]',
    'a new language opens the address of a return again, which ends the state',
  ],
  ['tokenising × payment | snapshot(coupon) [0]', 'the controls of the coupon rest while the provider is asked'],
];

/** A sample leaves out variants of situations, which take long to find. */
const posts = journeys(machines.app, screenPlans, crossings, { isBrief: !process.env.FULL });
const all = nameWalks(posts);
/** Number of walks of which a run draws one. */
const share = 24;
const groups = Array.from({ length: Math.ceil(all.length / share) }, (_, at) =>
  all.slice(at * share, (at + 1) * share),
);
const walks = sampled('walks over states × arrows on screens', groups);

/** The charts whose controls the page shows: the one on screen and those around it. */
const chartsShown = ({ shown, running }: Seen) => running.filter(({ path }) => `${shown.path}/`.startsWith(`${path}/`));

describe('the screens', () => {
  openShop('en');
  const coverage = createCoverage();
  /** `chart leaf event` of each control that could be used. */
  const offered = new Set<string>();
  const look = (now: Seen, { usable }: PageFacts): void => {
    for (const { snapshot } of chartsShown(now))
      for (const control of usable)
        offered.add(`${snapshot.machine.id} ${dotted(snapshot.value)} ${control.split(' ')[0]}`);
  };

  it.each(walks.map((one) => [one.name, one] as const))('are walked as planned: %s', async (_, { journey }) => {
    await walk(journey, coverage, look);
    expect(coverage.ignored).toEqual([]);
  });

  it.runIf(process.env.FULL)(
    'take every transition in every state in which a control, an address or a reply causes it',
    () => {
      const models = posts.map(({ model }) => model);
      const figures = figuresOf(models, coverage.results(), { impossible });
      const missing = figures.flatMap(({ machine, crossings }) => crossings.missing.map((one) => ({ machine, one })));
      const counted = figures.reduce((sum, one) => sum + one.crossings.counted, 0);
      const unused = missing.filter(({ machine, one }) => hasNoControl(machine, one, offered));
      const excluded = missing.filter(({ one }) => exclusions.some(([name]) => name === one));
      console.log(
        `states × transitions on screens: ${counted - missing.length} of ${counted} that can happen taken by ${walks.length} walks; ${unused.length} have no control in their state, ${excluded.length} are excluded`,
      );
      expect(missing.filter((one) => !unused.includes(one) && !excluded.includes(one))).toEqual([]);
      const stale = exclusions.filter(([name]) => !missing.some(({ one }) => one === name));
      expect(stale, 'rows about pairs that walks take after all').toEqual([]);
      expect(excluded.length / counted, 'share of exclusions').toBeLessThan(0.02);
    },
  );
});
