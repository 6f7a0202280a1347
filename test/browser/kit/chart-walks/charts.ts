// Must be the first import, because later ones read the clock.
import './day.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MachineName, machines } from '#machines/index.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { openLane } from '#test/browser/kit/lane.ts';
import { chromiumExclusions, exclusions } from '#test/paths/exclusions.ts';
import { impossible } from '#test/paths/impossible.ts';
import { by, rows, where } from '#test/paths/plan-rows.ts';
import { serverOrderPlan } from '#test/paths/plans/order.ts';
import { plans } from '#test/paths/plans.ts';
import { hasNoControl, isOutOfReach } from '#test/paths/screen-exclusions.ts';
import { screenPlans } from '#test/paths/screen-plans.ts';
import { journeys } from '#test/tools/explore/compose.ts';
import { dotted } from '#test/tools/explore/definitions.ts';
import type { Model } from '#test/tools/explore/explore.ts';
import { figuresText, figuring, lacking } from '#test/tools/explore/figures.ts';
import type { Plan } from '#test/tools/explore/plan.ts';
import { createTally, type Tallied } from '#test/tools/explore/tally.ts';
import { crossings, tours } from '#test/tools/explore/tours.ts';
import { sampled } from '#test/tools/sample.ts';
import { definitions } from '#test/tools/walks/bare.ts';
import { recordWalk } from '#test/tools/walks/recorder.ts';
import {
  currentSelection,
  isLanguageSelected,
  type NamedWalk,
  nameWalks,
  selectWalks,
} from '#test/tools/walks/selection.ts';
import { isSent } from './causes.ts';
import { tallyOf } from './mirror.ts';
import { onTheWire, type Source, sources } from './outcomes.ts';
import type { ReportLog } from './reports.ts';
import { walkInChromium } from './walk.ts';

/** The test file of each chart's walks; they should take about as long, because a run draws one of them. */
const files = {
  app: 'app',
  catalogue: 'app',
  order: 'order',
  queue: 'order',
  hold: 'order',
  purchase: 'purchase',
  checkout: 'checkout',
  toast: 'checkout',
  payment: 'payment',
  coupon: 'payment',
  correction: 'payment',
  dialog: 'payment',
  ticket: 'tickets',
  receipt: 'tickets',
  share: 'tickets',
  'shared-ticket': 'tickets',
  signage: 'tickets',
  send: 'hand-over',
  revoke: 'hand-over',
  inquiry: 'hand-over',
  'change-date': 'dates',
  'mail-release': 'dates',
} as const satisfies Record<MachineName, string>;

const isOf = (file: string, machine: string): boolean =>
  Object.entries(files).some(([name, one]) => name === machine && one === file);

/** Runs walks in Chromium, as far as the run is not restricted to others, and returns the line by which they are reported. */
const runWalks = (title: string, walks: readonly NamedWalk[], onRecord: (taken: Tallied) => void) => {
  const bySource = new Map<Source, string[]>(sources.map((one) => [one, []]));
  let began = 0;
  describe.runIf(walks.length > 0)(title, () => {
    const count = (source: Source, outcome: string): unknown => bySource.get(source)?.push(outcome);
    let target: Omit<Parameters<typeof walkInChromium>[1], 'count'>;
    beforeAll(async () => {
      const shop = await startOwnShop();
      target = { shop, lane: await openLane(shop) };
      began = performance.now();
    });
    afterAll(() => target.lane.close());

    it.each(walks.map((one) => [one.name, one.journey] as const))('match the plan: %s', async (name, journey) => {
      let log: ReportLog = { reports: [], more: async () => undefined };
      const coverage = { results: () => tallyOf(log.reports) };
      const about = { target: 'chromium', lang: 'ja', name, journey, definitions } as const;
      const onOpen = (own: ReportLog) => {
        log = own;
      };
      const record = await recordWalk(about, coverage, (recorder) =>
        walkInChromium(journey, { ...target, count }, recorder, onOpen),
      );
      onRecord(record.coverage);
      expect(record.difference).toBeNull();
    });
  });
  return (): string => {
    const steps = walks.flatMap(({ journey }) => journey.steps);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const outcomes = [...bySource].map(([source, some]) => `${source} ${some.length}`).join(', ');
    const onWire = [...new Set(bySource.get('wire'))].map(
      (outcome) => `  on the wire: ${outcome} (${onTheWire[outcome]})`,
    );
    const sent = steps.filter(isSent).length;
    return [
      `${walks.length} walks, ${steps.length} steps, ${seconds} s`,
      `outcomes by ${outcomes}; ${sent} events sent directly to a chart (toasts and dialogs in a sequence that nothing else causes)`,
      ...onWire,
    ].join('\n');
  };
};

const inGroups = (walks: readonly NamedWalk[], size: number): (readonly NamedWalk[])[] =>
  Array.from({ length: Math.ceil(walks.length / size) }, (_, at) => walks.slice(at * size, (at + 1) * size));

/**
 * Registers the walks of one file's charts in Chromium, a sixth of them without FULL=1, and a test that prints the figures and
 * fails if FULL=1 did not take every transition.
 */
export const walkCharts = (file: (typeof files)[MachineName]): void => {
  // Other charts only lead to these.
  const toursOf = (model: Model) => (isOf(file, model.machine.id) ? tours(model) : []);
  const posts = journeys(machines.app, plans, toursOf, { isBrief: (id) => !isOf(file, id) }).filter(({ model }) =>
    isOf(file, model.machine.id),
  );
  const wanted = nameWalks(posts);
  const mine =
    !currentSelection ||
    wanted.some(({ name, journey }) =>
      [name, journey.machine].includes(currentSelection?.walk ?? currentSelection?.machine ?? name),
    );
  // If walks were requested that are in another file, this one has none.
  const chosen = mine && isLanguageSelected('ja') ? selectWalks(wanted) : [];
  const walks = currentSelection ? chosen : sampled('chart walks in Chromium', inGroups(chosen, 6));
  const figuresOf = figuring(
    posts.map(({ model }) => model),
    [...exclusions, ...chromiumExclusions],
    impossible,
  );
  const tally = createTally();
  const report = runWalks('the chart walks in Chromium', walks, tally.add);
  it('the walks take every transition of these charts in Chromium', () => {
    if (walks.length === 0) return;
    const figures = figuresOf(tally.results());
    const excluded = chromiumExclusions
      .filter(({ machine }) => isOf(file, machine))
      .map(({ definition, reason }) => `  excluded: ${definition} (${reason})`);
    console.log([figuresText(figures), report(), ...excluded].join('\n'));
    if (process.env.FULL && !currentSelection) expect(lacking(figures)).toEqual([]);
  });
};

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

/** The chart that the run is restricted to. */
const onlyChart = currentSelection?.machine ?? currentSelection?.walk?.split(' ')[0];
const isCrossed = (machine: string): boolean =>
  !currentSelection || (currentSelection.crossings === true && (onlyChart ?? machine) === machine);

/** The same over the states × arrows of all charts; a run without FULL=1 draws one walk of `share`. */
export const walkCrossings = (share: number): void => {
  const posts = journeys(machines.app, crossingPlans, (model) => (isCrossed(model.machine.id) ? crossings(model) : []));
  const all = nameWalks(posts, 'crossings');
  const walks = currentSelection
    ? all.filter(({ name }) => (currentSelection?.walk ?? name) === name)
    : sampled('walks over states × arrows in Chromium', inGroups(all, share));
  const offered = new Set(
    posts.flatMap(({ model: { machine, edges } }) =>
      [...edges.values()].flat().map(({ at, event }) => `${machine.id} ${dotted(at)} ${event.type}`),
    ),
  );
  const tally = createTally();
  const report = runWalks('the walks over states × arrows in Chromium', walks, tally.add);
  it('the walks take every transition in every state of these charts in Chromium', () => {
    if (walks.length === 0) return;
    const figures = figuring(
      posts.map(({ model }) => model),
      [],
      impossible,
    )(tally.results()).filter(({ machine }) => isCrossed(machine));
    const counted = figures.reduce((sum, one) => sum + one.crossings.counted, 0);
    const untaken = figures.flatMap(({ machine, crossings: { missing } }) =>
      missing.map((crossing) => ({ machine, crossing })),
    );
    const unused = untaken.filter(({ machine, crossing }) => hasNoControl(machine, crossing, offered));
    const excluded = untaken.filter((one) => !unused.includes(one) && isExcluded(one.crossing));
    const missing = untaken.filter((one) => !unused.includes(one) && !excluded.includes(one));
    console.log(
      [
        `states × transitions in Chromium, of ${figures.map(({ machine }) => machine).join(', ')}:`,
        `${counted - untaken.length} of ${counted} that can happen taken by ${walks.length} of ${all.length} walks;`,
        `${unused.length} have no control in their state, ${excluded.length} are excluded\n${report()}`,
      ].join(' '),
    );
    if (!process.env.FULL || currentSelection?.walk) return;
    expect(missing).toEqual([]);
    if (!currentSelection) expect(excluded.length / counted).toBeLessThan(0.02);
  });
};
