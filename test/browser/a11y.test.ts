import { describe, expect, it } from 'vitest';
import { sampled } from '#test/tools/sample.ts';
import { audit, isWide, smallTargets } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import { devices } from './kit/lane.ts';
import { type Scene, scenes, tour } from './kit/tour.ts';
import { unroll } from './kit/unroll.ts';

const { shop, lane } = await openFixture();

describe('axe on every screen, on a desktop and at 320 px', () => {
  it.each(sampled('axe', [['ja', 'en'] as const]))('finds nothing in %s', async (lang) => {
    const visitor = await lane.visit({ lang });
    const seen: Scene[] = [];
    const faults: string[] = [];
    const undecided: string[] = [];
    for await (const scene of tour(visitor, shop)) {
      seen.push(scene);
      for (const size of ['desktop', 'narrow'] as const) {
        await unroll(visitor.page, devices[size].viewport);
        const { violations, incomplete } = await audit(visitor.page);
        for (const fault of [...violations, ...(await smallTargets(visitor.page))])
          faults.push(`${scene} ${size} ${fault}`);
        undecided.push(...incomplete.map((line) => `${scene} ${size} ${line}`));
        if (await isWide(visitor.page)) faults.push(`${scene} ${size} scrolls sideways`);
      }
      if ((await visitor.page.locator('html').getAttribute('lang')) !== lang) faults.push(`${scene}: another lang`);
      if ((await visitor.page.locator('h1').count()) !== 1) faults.push(`${scene}: not one h1`);
      await visitor.page.setViewportSize(devices.desktop.viewport);
    }
    console.log([`axe in ${lang}: ${seen.length} scenes, undecided: ${undecided.length}`, ...undecided].join('\n  '));
    expect(seen).toEqual(scenes);
    expect(faults).toEqual([]);
    expect(undecided).toEqual([]);
  });
});
