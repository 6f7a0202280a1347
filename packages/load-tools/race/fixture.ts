import { freeSlots } from 'ticket-store/test/api/kit/buyer.ts';
import { type Answer, endpointOf } from 'ticket-store/test/api/kit/call.ts';
import { audio, booklet, newCoupon, stockSets } from 'ticket-store/test/api/kit/extras.ts';
import { type Ops, openOps } from 'ticket-store/test/api/kit/ops.ts';
import { type Shop, startShop } from 'ticket-store/test/api/kit/shop.ts';

/** Small stocks, so that all buyers compete. */
const seatsEach = 120;
const setsEach = 25;
export const setProducts = [booklet, audio];

/** A shop for one race, and the record of what happened. */
export type RaceFixture = {
  readonly shop: Shop;
  readonly ops: Ops;
  /** The slots that all buyers want. */
  readonly spans: readonly string[];
  /** Single-use coupons. */
  readonly coupons: readonly string[];
  /** Number of buyers by outcome. */
  readonly tally: Map<string, number>;
  /** Prices of orders that the shop has confirmed as paid, by token. */
  readonly acknowledged: Map<string, number>;
  /** Faults: responses of 500 and above, false confirmations. */
  readonly faults: string[];
  readonly send: (...args: Parameters<Shop['send']>) => Promise<Answer>;
};

/** Opens a shop with four slots of 120 seats, 25 of each set product in each, and single-use coupons. */
export const openRaceFixture = async (): Promise<RaceFixture> => {
  const shop = await startShop({ timeout: 30_000 });
  const spans = (await freeSlots(shop, 1)).slice(0, 4).map(({ id }) => id);
  if (spans.length < 4) throw new Error('The seed has too few slots tomorrow.');
  for (const span of spans) for (const set of setProducts) await stockSets(shop, span, set, setsEach);
  await shop.db
    .updateTable('time_spans')
    .where('time_spans.site', '=', 'borderless')
    .set({ capacity: seatsEach, sold: 0, held: 0, surcharge: 0 })
    .where('id', 'in', spans)
    .execute();
  const coupons = await Promise.all(Array.from({ length: 20 }, () => newCoupon(shop, { use_limit: 1 })));
  const faults: string[] = [];
  const send: Shop['send'] = async (call, sent) => {
    const answer = await shop.send(call, sent);
    const endpoint = endpointOf(call);
    if (answer.status >= 500) faults.push(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  return { shop, ops: await openOps(shop), spans, coupons, tally: new Map(), acknowledged: new Map(), faults, send };
};

export const closeRaceFixture = async ({ shop, ops }: RaceFixture): Promise<void> => {
  await ops.close();
  await shop.close();
};
