import { i18n } from '@lingui/core';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, moreTexts } from '#src/mirrors/language.ts';
import { covering } from '#test/tools/sample.ts';
import { keep, typeAll } from './chaos/kept.ts';
import { stayHere } from './chaos/live-page.tsx';
import { type Scene, stand } from './chaos/scene.ts';
import { type Standing, standings } from './chaos/standings.ts';
import { disturbances } from './chaos/table.ts';
import { comeToRest, goOn } from './chaos/way-on.ts';
import { openShop } from './open-page.tsx';

/** Every disturbance in every state: the page always has a way on, nothing is lost, and there is at most one payment. */

type Row = { readonly name: string; readonly standing: Standing; readonly how: string; readonly variant: string };

const places = await standings();

/** The nearest variant of each state gets every disturbance. */
const nearest = new Map(places.toReversed().map((place) => [place.of, place]));

const rows = places.flatMap((standing) =>
  Object.entries(disturbances).flatMap(([how, { variants }]) =>
    variants(standing, nearest.get(standing.of) !== standing).map(
      (variant): Row => ({
        name: [standing.name, how, variant].filter((part) => part).join(' × '),
        standing,
        how,
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
    .filter((words) => !words.startsWith('A component suspended inside an `act` scope'));

/** `CHAOS` is the name of a row, or words that several names contain. */
const only = process.env.CHAOS;
const named = rows.filter(({ name }) => name === only);
const chosen = only
  ? [...named, ...rows.filter(({ name }) => named.length === 0 && name.includes(only))]
  : covering('chaos', rows, ({ standing, how, variant }) => [standing.of, how, variant.split(': ').at(-1) ?? '']);

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
    console.log(`chaos: ${places.length} standings, ${chosen.length} of ${rows.length} rows, ${seconds} s`);
  });

  it.each(chosen.map((row) => [row.name, row] as const))('%s', async (name, { standing, how, variant }) => {
    try {
      scene = await stand(standing);
      typeAll();
      const look = keep(scene);
      await disturbances[how]?.strike(scene, variant);
      await comeToRest(scene);
      look();
      await goOn(scene, how === 'Back' ? look : () => undefined);
      expect(warned(), 'React warns').toEqual([]);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${why}\n  again: CHAOS='${name}' npx vitest run --project paths test/paths/chaos.test.ts`, {
        cause,
      });
    }
  });
});
