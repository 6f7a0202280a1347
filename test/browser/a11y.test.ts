import { describe, expect, it } from 'vitest';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { expectSound } from './kit/sound.ts';
import { type Scene, scenes, tour } from './kit/tour.ts';

const { shop, lane } = await openFixture();

describe('axe on every screen, on a desktop and at 320 px', () => {
  it.each(sampled('axe', [['ja', 'en'] as const]))('finds nothing in %s', async (lang) => {
    const visitor = await lane.visit({ lang });
    const seen: Scene[] = [];
    for await (const scene of tour(visitor, shop)) {
      seen.push(scene);
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(lang);
      await expectSound(visitor, scene);
    }
    expect(seen).toEqual(scenes);
  });
});
