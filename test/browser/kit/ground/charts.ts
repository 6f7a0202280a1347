// Must be the first import, because later ones read the clock.
import './day.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MachineName, machines } from '#machines/index.ts';
import { chromiumExclusions, exclusions } from '#test/paths/exclusions.ts';
import { plans } from '#test/paths/plans.ts';
import { journeys } from '#test/tools/explore/compose.ts';
import { figuresText, figuring, lacking } from '#test/tools/explore/figures.ts';
import { createTally } from '#test/tools/explore/tally.ts';
import { asked, chosen, named, speaks } from '#test/tools/walks/ask.ts';
import { definitions } from '#test/tools/walks/bare.ts';
import { recorded } from '#test/tools/walks/keep.ts';
import { startOwnShop } from '../host.ts';
import { openLane } from '../lane.ts';
import { onTheWire, type Source, sources } from './answers.ts';
import { isSent } from './causes.ts';
import { tallyOf } from './mirror.ts';
import type { Book } from './told.ts';
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
  const wanted = named(posts);
  const mine =
    !asked ||
    wanted.some(({ name, journey }) => [name, journey.machine].includes(asked?.walk ?? asked?.machine ?? name));
  // If walks were requested that are in another file, this one has none.
  const walks = mine && speaks('ja') ? chosen(wanted) : [];
  const figuresOf = figuring(
    posts.map(({ model }) => model),
    [...exclusions, ...chromiumExclusions],
  );

  const tally = createTally();
  const said = new Map<Source, string[]>(sources.map((one) => [one, []]));
  let began = 0;
  describe.runIf(walks.length > 0)('the charts in Chromium', () => {
    const count = (source: Source, outcome: string): unknown => said.get(source)?.push(outcome);
    let ground: Omit<Parameters<typeof walkInChromium>[1], 'count'>;
    beforeAll(async () => {
      const shop = await startOwnShop();
      ground = { shop, lane: await openLane(shop) };
      began = performance.now();
    });
    afterAll(() => ground.lane.close());

    it.each(walks.map((one) => [one.name, one.journey] as const))(
      'are walked as planned: %s',
      async (name, journey) => {
        let book: Book = { told: [], more: async () => undefined };
        const coverage = { told: () => tallyOf(book.told) };
        const about = { ground: 'chromium', lang: 'ja', name, journey, definitions } as const;
        const walked = (own: Book) => {
          book = own;
        };
        const record = await recorded(about, coverage, (kept) =>
          walkInChromium(journey, { ...ground, count }, kept, walked),
        );
        tally.add(record.coverage);
        expect(record.difference).toBeNull();
      },
    );
  });

  return () => {
    if (walks.length === 0) return [];
    const steps = walks.flatMap(({ journey }) => journey.steps);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const figures = figuresOf(tally.told());
    const outcomes = [...said].map(([source, some]) => `${source} ${some.length}`).join(', ');
    const onWire = [...new Set(said.get('wire'))].map((outcome) => `  on the wire: ${outcome} (${onTheWire[outcome]})`);
    const sent = steps.filter(isSent).length;
    const leftOut = chromiumExclusions
      .filter(({ machine }) => isOf(file, machine))
      .map(({ definition, reason }) => `  left out: ${definition} (${reason})`);
    console.log(
      [
        figuresText(figures),
        `${walks.length} walks, ${steps.length} steps, ${seconds} s`,
        `outcomes by ${outcomes}; ${sent} events sent to a chart (notices and questions in an order that nothing else causes)`,
        ...onWire,
        ...leftOut,
      ].join('\n'),
    );
    return asked ? [] : lacking(figures);
  };
};
