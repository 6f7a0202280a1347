import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import { exampleSites, siteCodes } from '#test/tools/example-sites.ts';
import { covering } from '#test/tools/sample.ts';
import { disturbances, finish, type Moment, reach } from './kit/disturb.ts';
import { openFixture } from './kit/fixture.ts';
import { expectBalanced, readOrderLedger } from './kit/ledger.ts';
import { openScene } from './kit/scene.ts';

/** Disturbances in each state of a checkout, for one method of each family. */
const { shop, lane, orders } = await openFixture({
  // all visitors have one mail address
  sites: exampleSites(siteCodes, { borderless: { limits: { freeOrders: { perMailbox: 100 } } } }),
});

const own = ['posting', 'asking', 'waiting'] as const;

/** The states that each family has. */
const families: readonly { method: Method; has: readonly Moment[] }[] = [
  { method: 'stripe_secure', has: ['choosing', 'reviewing', ...own, 'challenging', 'confirming'] },
  { method: 'gmo', has: [...own, 'away', 'at the provider'] },
  { method: 'gmo_paypay', has: [...own, 'away', 'at the provider'] },
  { method: 'free', has: own },
];

const rows = families
  .flatMap(({ method, has }) => has.map((moment) => ({ method, moment })))
  .flatMap(({ method, moment }) => Object.keys(disturbances).map((how) => ({ method, moment, how })))
  // the provider's page is not a shop tab that could be duplicated
  .filter(({ moment, how }) => moment !== 'at the provider' || how !== 'a second tab')
  // what else may happen before the order is placed: paths/chaos, resilience
  .filter(
    ({ moment, how }) =>
      !/^(choosing|reviewing)$/.test(moment) ||
      /^(a second tab|reload)$/.test(how) ||
      moment + how === 'reviewingfast taps',
  );

describe('a checkout that is disturbed', () => {
  const chosen = covering('disturbed', rows, ({ method, moment, how }) => [method, moment, how]);
  it.each(chosen)('by $how while it is $moment, by $method', async ({ method, moment, how }) => {
    const made = await orders();
    const scene = await openScene({ shop, lane }, method, langs[moment.length % langs.length] ?? 'ja');
    const release = await reach[moment](scene);
    await disturbances[how]?.(scene, moment, release);
    await finish(scene.visitor, scene.method);
    // every tab of the browser that paid has the ticket, whichever saw the result first
    expect(await scene.visitor.page.locator('.reservation .number').textContent()).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(await scene.visitor.control('page.requested.ticket').count()).toBe(1);
    expect(scene.visitor.hash()).not.toContain('r=');
    expect(await orders()).toBe(made + 1);
    const { charges, refunded } = await readOrderLedger(shop, scene.order.id);
    expect({ charges, refunded }).toEqual({ charges: method === 'free' ? 0 : 1, refunded: 0 });
  });

  it('leaves the provider’s ledger and the orders equal', async () => {
    await shop.sweep();
    await expectBalanced(shop);
    expect(shop.logged.filter(({ event }) => event === 'request_failed')).toEqual([]);
  });
});
