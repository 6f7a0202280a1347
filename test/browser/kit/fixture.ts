import { afterAll, afterEach } from 'vitest';
import { startOwnShop } from './host.ts';
import { openLane } from './lane.ts';

/**
 * The built app on a server of this test file, with Chromium: profiles end with each test, the rest with the file. `orders` counts
 * the orders that were made.
 */
export const openFixture = async (options: Parameters<typeof startOwnShop>[0] = {}) => {
  const shop = await startOwnShop(options);
  const lane = await openLane(shop);
  afterEach(lane.closeContexts);
  afterAll(lane.close);
  const orders = async (): Promise<number> => (await shop.db.selectFrom('orders').select('id').execute()).length;
  return { shop, lane, orders };
};
