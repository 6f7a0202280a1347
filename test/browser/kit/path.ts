import { driverOf } from '@ticket-store/chart-tools/paths/driver.ts';
import { perform, scriptOf } from '@ticket-store/chart-tools/paths/script.ts';
import { it } from 'vitest';
import type { PathTarget } from '#test/paths/path.ts';
import { openFixture } from './fixture.ts';

/** Runs hand-written paths (test/paths/path.ts) in Chromium with a real server. */
const { lane } = await openFixture();

export const walkPath: PathTarget['walkPath'] = (parts) => {
  it('in Chromium', async () => {
    const { page } = await lane.visit();
    await page.goto(`${lane.url}/?lang=en`);
    await perform(scriptOf(parts), driverOf(page));
  });
};
