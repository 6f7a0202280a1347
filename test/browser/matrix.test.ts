import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { clearFaults } from '#test/api/kit/buyer.ts';
import type { Logged } from '#test/api/kit/shop.ts';
import { covering } from '#test/tools/sample.ts';
import { balance } from './kit/books.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { expectEnd, openScene } from './kit/scene.ts';
import { type Case, cases, type Way, ways } from './kit/ways.ts';

/** Every method with every possible outcome of a payment. */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(async () => {
  await clearFaults(shop);
  await lane.leave();
});
afterAll(lane.close);

type Pair = { method: Method; name: Case; way: Extract<Way, { end: object }>; turn: number };

const pairs = methods
  .flatMap((method) => cases.map((name) => ({ method, name, way: ways[method][name] })))
  .flatMap(({ method, name, way }, turn): Pair[] => ('end' in way ? [{ method, name, way, turn }] : []));

describe('a payment', () => {
  const chosen = covering('matrix', pairs, ({ method, name }) => [method, name]);
  it.each(chosen)('by $method: $name', async ({ method, way, turn }) => {
    const scene = await openScene({ shop, lane }, method, langs[turn % langs.length] ?? 'ja');
    await way.play(scene);
    await expectEnd(scene, way.end);
  });

  it('leaves the provider’s book and the orders equal', async () => {
    await shop.sweep();
    await balance(shop);
    const broken = ({ event }: Logged) => event === 'request_failed' || event.startsWith('sweep');
    expect(shop.logged.filter(broken)).toEqual([]);
  });
});
