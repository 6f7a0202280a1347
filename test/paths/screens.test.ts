import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { createCoverage, type Exclusion } from '@ticket-store/chart-tools/explore/coverage.ts';
import { figuresText, figuring, lacking } from '@ticket-store/chart-tools/explore/figures.ts';
import { tours } from '@ticket-store/chart-tools/explore/tours.ts';
import { nameWalks } from '@ticket-store/chart-tools/walks/named.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { sampled } from '#test/tools/sample.ts';
import { impossible } from './impossible.ts';
import { openShop } from './open-page.tsx';
import { plans } from './plans.ts';
import { createSurface } from './surface.ts';
import { walk } from './walk.ts';

/** The reviewed list of transitions that walks may leave out, each with the reason. */
const exclusions: readonly Exclusion[] = [
  {
    machine: 'order',
    definition: 'order.searching | done(search) [0]',
    reason:
      'only the first search of a real page can find none; walked by the wide plans, and by test/api/earliest.test.ts',
  },
  {
    machine: 'payment',
    definition: 'payment.choosing | payment.submit [1]',
    reason:
      'a page has a method chosen unless the server stops offering it; walked by the wide plans, and by payment-screen.test.tsx',
  },
  {
    machine: 'change-date',
    definition: 'change-date.confirm.paying | payment.submit [1]',
    reason: 'the same; walked by the wide plans',
  },
];

const posts = journeys(machines.app, plans, tours, { isBrief: (id) => id === 'purchase' });
const walks = nameWalks(posts);
const figuresOf = figuring(
  posts.map(({ model }) => model),
  exclusions,
  impossible,
);
const langs = sampled('language of the walked screens', [['en', 'ja'] as const]);

describe.each(langs)('the screens in %s', (lang) => {
  openShop(lang);
  const coverage = createCoverage();
  const surface = createSurface();
  let began = 0;
  beforeAll(() => {
    began = performance.now();
  });

  it.each(walks.map((one) => [one.name, one] as const))('are walked as planned: %s', async (_, { journey }) => {
    await walk(journey, coverage, surface.look);
  });

  it('take every transition of every chart, and every event is handled', () => {
    const steps = walks.reduce((sum, { journey }) => sum + journey.steps.length, 0);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const excluded = exclusions.map((x) => `  excluded: ${x.definition} (${x.reason})`);
    const figures = figuresOf(coverage.results());
    console.log([figuresText(figures), `${walks.length} walks, ${steps} steps, ${seconds} s`, ...excluded].join('\n'));
    expect(lacking(figures)).toEqual([]);
    expect(coverage.ignored).toEqual([]);
  });

  it('have the controls and fields listed in surface.json', async () => {
    await expect(
      surface.text(),
      'on purpose? npx vitest run --project paths test/paths/screens.test.ts -u',
    ).toMatchFileSnapshot('surface.json');
  });
});
