import '#test/api/kit/day.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { sampled } from '#test/tools/sample.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { listenToPurchase, referenceOf } from './kit/speech-purchase.ts';

const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.closeContexts);
afterAll(lane.close);

/** `npm run tool -- speech` writes the references anew (test/README.md). */
describe('what a screen reader has to speak in a purchase', () => {
  it.each(sampled('what is spoken', [[...langs]]))('is as in the reference, in %s', async (lang) => {
    expect(await listenToPurchase(lane, lang)).toBe(referenceOf(lang));
  });
});
