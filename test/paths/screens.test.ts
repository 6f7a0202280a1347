import { beforeAll, describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { journeys } from '#test/tools/explore/compose.ts';
import { account, createCoverage } from '#test/tools/explore/coverage.ts';
import { exclusions } from './exclusions.ts';
import { openShop } from './open-page.tsx';
import { plans } from './plans.ts';
import { walk } from './walk.ts';

const posts = journeys(machines.app, plans);
const walks = posts.flatMap((post) => post.journeys);

describe.each(['en', 'ja'] as const)('the screens in %s', (lang) => {
  openShop(lang);
  const coverage = createCoverage();
  let began = 0;
  beforeAll(() => {
    began = performance.now();
  });

  it.each(walks.map((journey, index) => [`${journey.actor.join('/')} ${index}`, journey] as const))(
    'are walked as planned: %s',
    (_, journey) => walk(journey, coverage),
  );

  it('take every transition of every chart, and every event is heard', () => {
    const told = posts.map(({ model }) => {
      const { id } = model.machine;
      return { id, ...account(model.transitions, coverage.taken.get(id) ?? new Set(), exclusions) };
    });
    const steps = walks.reduce((sum, journey) => sum + journey.steps.length, 0);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const leftOut = exclusions.map((x) => `  left out: ${x.definition} (issue ${x.issue}: ${x.reason})`);
    const figures = told.map(({ id, counted, taken }) => `${id} ${taken}/${counted}`).join(', ');
    console.log([`${figures}; ${walks.length} walks, ${steps} steps, ${seconds} s`, ...leftOut].join('\n'));
    expect(told.filter(({ missing, stale }) => missing.length + stale.length > 0)).toEqual([]);
    expect(coverage.ignored).toEqual([]);
  });
});
