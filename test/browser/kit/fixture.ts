import { afterAll, afterEach } from 'vitest';
import { startOwnShop } from './host.ts';
import { openLane } from './lane.ts';

/** The built app on a server of this test file, with Chromium: profiles end with each test, the rest with the file. */
export const openFixture = async (options: Parameters<typeof startOwnShop>[0] = {}) => {
  const shop = await startOwnShop(options);
  const lane = await openLane(shop);
  afterEach(lane.closeContexts);
  afterAll(lane.close);
  return { shop, lane };
};
