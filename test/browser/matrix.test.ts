import { afterEach, describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { clearFaults } from '#test/api/kit/buyer.ts';
import type { Logged } from '#test/api/kit/shop.ts';
import { covering } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { expectBalanced } from './kit/ledger.ts';
import { expectEnd, openScene } from './kit/scene.ts';
import { type Case, cases, type Way, ways } from './kit/ways.ts';

/** Every method with every possible outcome of a payment. */
const { shop, lane } = await openFixture();
afterEach(() => clearFaults(shop));

type Pair = { method: Method; name: Case; way: Extract<Way, { end: object }>; index: number };

const pairs = methods
  .flatMap((method) => cases.map((name) => ({ method, name, way: ways[method][name] })))
  .flatMap(({ method, name, way }, index): Pair[] => ('end' in way ? [{ method, name, way, index }] : []));

describe('a payment', () => {
  const chosen = covering('matrix', pairs, ({ method, name }) => [method, name]);
  it.each(chosen)('by $method: $name', async ({ method, way, index }) => {
    const scene = await openScene({ shop, lane }, method, langs[index % langs.length] ?? 'ja');
    await way.play(scene);
    await expectEnd(scene, way.end);
  });

  it('leaves the provider’s ledger and the orders equal', async () => {
    await shop.sweep();
    await expectBalanced(shop);
    const broken = ({ event }: Logged) => event === 'request_failed' || event.startsWith('sweep');
    expect(shop.logged.filter(broken)).toEqual([]);
  });
});
