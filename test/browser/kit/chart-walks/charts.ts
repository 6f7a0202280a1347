// Must be the first import, because later ones read the clock.
import './day.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MachineName, machines } from '#machines/index.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { openLane } from '#test/browser/kit/lane.ts';
import { chromiumExclusions, exclusions } from '#test/paths/exclusions.ts';
import { impossible } from '#test/paths/impossible.ts';
import { plans } from '#test/paths/plans.ts';
import { journeys } from '#test/tools/explore/compose.ts';
import { figuresText, figuring, lacking } from '#test/tools/explore/figures.ts';
import { createTally } from '#test/tools/explore/tally.ts';
import { definitions } from '#test/tools/walks/bare.ts';
import { recordWalk } from '#test/tools/walks/recorder.ts';
import { currentSelection, isLanguageSelected, nameWalks, selectWalks } from '#test/tools/walks/selection.ts';
import { isSent } from './causes.ts';
import { tallyOf } from './mirror.ts';
import { onTheWire, type Source, sources } from './outcomes.ts';
import type { ReportLog } from './reports.ts';
import { walkInChromium } from './walk.ts';

/** The test file of each chart's walks; two files run at once and should take about as long. */
const files = {
  purchase: 'purchase',
  toast: 'purchase',
  dialog: 'purchase',
  catalogue: 'purchase',
  checkout: 'paying',
  payment: 'paying',
  coupon: 'paying',
  app: 'order',
  order: 'order',
  hold: 'order',
  inquiry: 'tickets',
  signage: 'tickets',
  ticket: 'tickets',
  receipt: 'tickets',
  share: 'tickets',
  'shared-ticket': 'tickets',
  send: 'tickets',
  revoke: 'tickets',
  'change-date': 'tickets',
  'mail-release': 'tickets',
} as const satisfies Record<MachineName, string>;

const isOf = (file: string, machine: string): boolean =>
  Object.entries(files).some(([name, one]) => name === machine && one === file);

/** Runs the walks of one file's charts in Chromium, prints the figures, and fails for transitions that were not taken. */
export const walkCharts = (file: (typeof files)[MachineName]) => {
  const posts = journeys(machines.app, plans).filter(({ model }) => isOf(file, model.machine.id));
  const wanted = nameWalks(posts);
  const mine =
    !currentSelection ||
    wanted.some(({ name, journey }) =>
      [name, journey.machine].includes(currentSelection?.walk ?? currentSelection?.machine ?? name),
    );
  // If walks were requested that are in another file, this one has none.
  const walks = mine && isLanguageSelected('ja') ? selectWalks(wanted) : [];
  const figuresOf = figuring(
    posts.map(({ model }) => model),
    [...exclusions, ...chromiumExclusions],
    impossible,
  );

  const tally = createTally();
  const bySource = new Map<Source, string[]>(sources.map((one) => [one, []]));
  let began = 0;
  describe.runIf(walks.length > 0)('the chart walks in Chromium', () => {
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
      tally.add(record.coverage);
      expect(record.difference).toBeNull();
    });
  });

  return () => {
    if (walks.length === 0) return [];
    const steps = walks.flatMap(({ journey }) => journey.steps);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const figures = figuresOf(tally.results());
    const outcomes = [...bySource].map(([source, some]) => `${source} ${some.length}`).join(', ');
    const onWire = [...new Set(bySource.get('wire'))].map(
      (outcome) => `  on the wire: ${outcome} (${onTheWire[outcome]})`,
    );
    const sent = steps.filter(isSent).length;
    const excluded = chromiumExclusions
      .filter(({ machine }) => isOf(file, machine))
      .map(({ definition, reason }) => `  excluded: ${definition} (${reason})`);
    console.log(
      [
        figuresText(figures),
        `${walks.length} walks, ${steps.length} steps, ${seconds} s`,
        `outcomes by ${outcomes}; ${sent} events sent directly to a chart (toasts and dialogs in a sequence that nothing else causes)`,
        ...onWire,
        ...excluded,
      ].join('\n'),
    );
    return currentSelection ? [] : lacking(figures);
  };
};
