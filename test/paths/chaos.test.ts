import { i18n } from '@lingui/core';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, moreTexts } from '#src/mirrors/language.ts';
import { covering } from '#test/tools/sample.ts';
import { recordInput, typeAll } from './chaos/input-record.ts';
import { stayHere } from './chaos/live-page.tsx';
import { openScene, type Scene } from './chaos/scene.ts';
import { collectSituations, type Situation } from './chaos/situations.ts';
import { disturbances } from './chaos/table.ts';
import { goOn, settlePage } from './chaos/way-on.ts';
import { openShop } from './open-page.tsx';

/** Every disturbance in every state: the page always has a way on, nothing is lost, and there is at most one payment. */

type ChaosCase = {
  readonly name: string;
  readonly situation: Situation;
  readonly disturbance: string;
  readonly variant: string;
};

const situations = await collectSituations();

/** The nearest variant of each state gets every disturbance. */
const nearest = new Map(situations.toReversed().map((situation) => [situation.of, situation]));

const cases = situations.flatMap((situation) =>
  Object.entries(disturbances).flatMap(([disturbance, { variants }]) =>
    variants(situation, nearest.get(situation.of) !== situation).map(
      (variant): ChaosCase => ({
        name: [situation.name, disturbance, variant].filter((part) => part).join(' × '),
        situation,
        disturbance,
        variant,
      }),
    ),
  ),
);

/** React's warnings, except that a lazy part may be rendered before the test awaits it. */
const warned = (): string[] =>
  vi
    .mocked(console.error)
    .mock.calls.map(String)
    .filter((message) => !message.startsWith('A component suspended inside an `act` scope'));

/** `CHAOS` is the name of a row, or words that several names contain. */
const only = process.env.CHAOS;
const named = cases.filter(({ name }) => name === only);
const chosen = only
  ? [...named, ...cases.filter(({ name }) => named.length === 0 && name.includes(only))]
  : covering('chaos', cases, ({ situation, disturbance }) => [situation.of, disturbance]);

describe('chaos', () => {
  openShop('ja');
  stayHere();
  let scene: Scene | undefined;
  const began = performance.now();

  afterEach(async () => {
    scene?.page.close();
    scene = undefined;
    vi.mocked(console.error).mockClear();
    if (i18n.locale === 'ja') return;
    await loadTexts('ja');
    await moreTexts();
  });
  afterAll(() => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`chaos: ${situations.length} situations, ${chosen.length} of ${cases.length} cases, ${seconds} s`);
  });

  it.each(chosen.map((row) => [row.name, row] as const))('%s', async (name, { situation, disturbance, variant }) => {
    try {
      scene = await openScene(situation);
      typeAll();
      const checkInput = recordInput(scene);
      await disturbances[disturbance]?.strike(scene, variant);
      await settlePage(scene);
      checkInput();
      await goOn(scene, disturbance === 'Back' ? checkInput : () => undefined);
      expect(warned(), 'React warns').toEqual([]);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${why}\n  again: CHAOS='${name}' npx vitest run --project paths test/paths/chaos.test.ts`, {
        cause,
      });
    }
  });
});
