import { beforeEach, describe, expect, it } from 'vitest';
import { Overloaded } from '#server/shared/admission-queue/admission-queue.ts';
import { changeRows, newSlot } from './kit/arrange.ts';
import { emptyRooms, isQueued, newBrowser, orderAs, passSeconds, placeOf } from './kit/queue.ts';
import { forFile, startShop } from './kit/shop.ts';

/** A waiting room that no venue asked for (docs/product.md#waiting-room). */

const shop = await forFile(startShop());
let slot: string;
beforeEach(async () => {
  await emptyRooms(shop);
  await shop.deps.waitingRoom.run();
  slot = await newSlot(shop, { seats: 50 });
});

const setCredit = (credit: number) => changeRows(shop, 'waiting_rooms', {}, { credit });

describe('a server at its limit', () => {
  /** Rejects new orders, as an admission queue that is full. */
  const overload = () => {
    const { admissionQueue } = shop.deps;
    const { admit } = admissionQueue;
    admissionQueue.admit = async (name, client, work) => {
      if (name === 'order') throw new Overloaded();
      return admit(name, client, work);
    };
    return () => Object.assign(admissionQueue, { admit });
  };

  it('gives new orders a place, and admits them as soon as it can; then nobody waits any more', async () => {
    const recover = overload();
    const [first, second] = [newBrowser(), newBrowser()];
    expect(isQueued(await orderAs(shop, slot, first))).toBe(true);
    /* However long the test takes, nobody is admitted yet. */
    await setCredit(-1_000);
    expect(isQueued(await orderAs(shop, slot, second))).toBe(true);
    recover();
    const third = newBrowser();
    expect(isQueued(await orderAs(shop, slot, third))).toBe(true);
    expect((await placeOf(shop, third)).ahead).toBe(2);
    await setCredit(1);
    expect((await placeOf(shop, first)).state).toBe('admitted');
    expect((await orderAs(shop, slot, first)).status).toBe(200);
    await passSeconds(shop, 60);
    for (const browser of [second, third]) expect((await placeOf(shop, browser)).state).toBe('admitted');
    await shop.sweep();
    expect((await orderAs(shop, slot, newBrowser())).status).toBe(200);
  });
});
