// Must be the first import, because later ones read the clock.
import './kit/chart-walks/day.ts';
import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { dotted } from '@ticket-store/chart-tools/explore/definitions.ts';
import { figuring } from '@ticket-store/chart-tools/explore/figures.ts';
import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { createTally } from '@ticket-store/chart-tools/explore/tally.ts';
import { crossings } from '@ticket-store/chart-tools/explore/tours.ts';
import {
  currentSelection,
  isLanguageSelected,
  nameWalks,
  repeatable,
  selectWalks,
} from '@ticket-store/chart-tools/walks/selection.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { chromiumExclusions } from '#test/paths/exclusions.ts';
import { impossible } from '#test/paths/impossible.ts';
import { by, rows, where } from '#test/paths/plan-rows.ts';
import { serverOrderPlan } from '#test/paths/plans/order.ts';
import { plans } from '#test/paths/plans.ts';
import { hasNoControl, isOutOfReach } from '#test/paths/screen-exclusions.ts';
import { screenPlans } from '#test/paths/screen-plans.ts';
import { sampled } from '#test/tools/sample.ts';
import { isSent } from './kit/chart-walks/causes.ts';
import { tallyOf } from './kit/chart-walks/mirror.ts';
import { onTheWire, type Source, sources } from './kit/chart-walks/outcomes.ts';
import type { ReportLog } from './kit/chart-walks/reports.ts';
import { walkInChromium } from './kit/chart-walks/walk.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';

/**
 * Walks over every transition in every state of all charts, in Chromium and with the real server; without FULL=1 a few of them. The
 * last test prints the figures.
 */

const tokenOf = by('app', ({ token }) => [token]);
/**
 * The pages of the app in long walks: each walk of its own would load the page. A return is opened where a payment runs already,
 * because it starts one, which the app's plan does not see.
 */
const app: Plan = {
  ...screenPlans.app,
  cases: {
    ...screenPlans.app?.cases,
    'page.requested.payment-callback': rows('app', ({ context: { paying } }) =>
      where(paying, { params: { paymentType: 'stripe_secure', status: 'ok' }, query: { r: 'return-1' } }),
    ),
  },
  key: (snapshot) => `${plans.app.key?.(snapshot)} ${tokenOf(snapshot)}`,
  maxSteps: 30,
};

/** The plans of the screens, with what only a real server replies. */
const crossingPlans = { ...screenPlans, app, order: serverOrderPlan };

/** What no page can do (`screen-exclusions.ts`), or no browser (`exclusions.ts`), with the reason. */
const isExcluded = (crossing: string): boolean =>
  isOutOfReach(crossing) || chromiumExclusions.some(({ definition }) => crossing.endsWith(` × ${definition}`));

/** Whether the run is not restricted to another chart. */
const isChosen = (chart: string): boolean =>
  (currentSelection?.machine ?? currentSelection?.walk?.split(' ')[0] ?? chart) === chart;
const posts = journeys(machines.app, crossingPlans, (model) => (isChosen(model.machine.id) ? crossings(model) : []));
const all = nameWalks(posts);
/** A run without FULL=1 draws one walk of so many. */
const share = 40;
const wanted = isLanguageSelected('ja') ? selectWalks(all) : [];
const groups = Array.from({ length: Math.ceil(all.length / share) }, (_, at) =>
  all.slice(at * share, (at + 1) * share),
);
const walks = currentSelection ? wanted : sampled('chart walks in Chromium', groups);

const offered = new Set(
  posts.flatMap(({ model: { machine, edges } }) =>
    [...edges.values()].flat().map(({ at, event }) => `${machine.id} ${dotted(at)} ${event.type}`),
  ),
);
const figuresOf = figuring(
  posts.map(({ model }) => model),
  [],
  impossible,
);

describe.runIf(walks.length > 0)('the chart walks in Chromium', () => {
  const tally = createTally();
  const bySource = new Map<Source, string[]>(sources.map((one) => [one, []]));
  const count = (source: Source, outcome: string): unknown => bySource.get(source)?.push(outcome);
  const began = performance.now();
  let target: Parameters<typeof walkInChromium>[1];
  beforeAll(async () => {
    const shop = await startOwnShop();
    target = { shop, lane: await openLane(shop), count };
  });
  afterAll(() => target.lane.close());

  it.each(walks.map((one) => [one.name, one.journey] as const))('match the plan: %s', async (name, journey) => {
    let log: ReportLog = { reports: [], more: async () => undefined };
    const onOpen = (own: ReportLog) => {
      log = own;
    };
    const walked = repeatable({ target: 'chromium', name }, () => walkInChromium(journey, target, onOpen));
    await expect(walked).resolves.toBeUndefined();
    tally.add(tallyOf(log.reports));
  });

  it('take every transition in every state of these charts', () => {
    const steps = walks.flatMap(({ journey }) => journey.steps);
    const figures = figuresOf(tally.results()).filter(({ machine }) => isChosen(machine));
    const counted = figures.reduce((sum, one) => sum + one.crossings.counted, 0);
    const untaken = figures.flatMap(({ machine, crossings: { missing } }) =>
      missing.map((crossing) => ({ machine, crossing })),
    );
    const unused = untaken.filter(({ machine, crossing }) => hasNoControl(machine, crossing, offered));
    const excluded = untaken.filter((one) => !unused.includes(one) && isExcluded(one.crossing));
    const missing = untaken.filter((one) => !unused.includes(one) && !excluded.includes(one));
    const outcomes = [...bySource].map(([source, some]) => `${source} ${some.length}`).join(', ');
    const onWire = [...new Set(bySource.get('wire'))].map((one) => `  on the wire: ${one} (${onTheWire[one]})`);
    console.log(
      [
        `states × transitions in Chromium, of ${figures.map(({ machine }) => machine).join(', ')}:`,
        `${counted - untaken.length} of ${counted} that can happen taken by ${walks.length} of ${all.length} walks;`,
        `${unused.length} have no control in their state, ${excluded.length} are excluded`,
        `${steps.length} steps, ${((performance.now() - began) / 1000).toFixed(1)} s; outcomes by ${outcomes};`,
        `${steps.filter(isSent).length} events sent directly to a chart (toasts and dialogs in a sequence that nothing else causes)`,
        ...onWire,
      ].join('\n'),
    );
    if (!process.env.FULL || currentSelection?.walk) return;
    expect(missing).toEqual([]);
    if (!currentSelection) expect(excluded.length / counted).toBeLessThan(0.02);
  });
});
