import { describe, expect, it } from 'vitest';
import { covering } from '#test/tools/sample.ts';
import { disturbances, expectWayOn, isWrite, states } from './kit/chaos.ts';
import { openFixture } from './kit/fixture.ts';
import { openScene, watchWrites } from './kit/restore.ts';

/** Disturbances in the states of all pages, in Chromium: a sample of the rows that test/paths/chaos.test.ts covers in full. */
const { shop, lane } = await openFixture();

const rows = Object.entries(disturbances).flatMap(([how, { fits, variants, play }]) =>
  variants.flatMap((variant, variantIndex) =>
    states
      .filter(fits)
      // Every third write for each error code, so that the whole run takes a quarter of an hour.
      .filter((reached, index) => variants.length < 5 || (isWrite(reached) && (index + variantIndex) % 3 === 0))
      .map((reached) => ({
        name: [reached.state, how, variant].filter((part) => part).join(' × '),
        how,
        reached,
        variant,
        play,
      })),
  ),
);

describe('chaos', () => {
  it.each(covering('chaos in Chromium', rows, ({ how }) => [how]))('$name', async ({ play, reached, variant }) => {
    const visitor = await lane.visit({ lang: 'en' });
    const scene = await openScene(shop, visitor);
    const writes = watchWrites(visitor);
    await play(scene, reached, variant);
    await expectWayOn(visitor);
    for (const [what, keys] of writes()) expect({ what, keys: keys.size }).toEqual({ what, keys: 1 });
  });

  it('causes no internal server error', () => {
    expect(shop.logged.filter(({ event }) => event === 'request_failed')).toEqual([]);
  });
});
