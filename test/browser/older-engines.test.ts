import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { intlScript, variants } from '#src/domain/other-intl.fixture.ts';
import { temporaryFolder } from '#test/api/kit/process.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { type Newer, newerApis, takeAwayScript } from './kit/newer-apis.ts';
import { cut, waitUntilCached } from './kit/offline.ts';
import { scan } from './kit/qr.ts';
import { bought } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const built = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** Members, quoted strings and free names in the built scripts: an API can only be reached through one of them. */
const namesShipped = (): ReadonlySet<string> => {
  const scripts = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(join(built, 'assets', name), 'utf8'));
  const used = texts.flatMap((text) => [
    ...text.matchAll(/\.([\w$]+)|["'`]([\w$]+)["'`]|(?<![\w$.])([\w$]+)(?!\s*:)/g),
  ]);
  return new Set(used.flatMap(([, member, literal, free]) => member ?? literal ?? free ?? []));
};

/**
 * A copy of the build for older browsers: `first` runs in the service worker before its own script, and no style has `:has()`, which
 * makes its whole rule void. Returns its folder and a function that removes it.
 */
const olderBuild = (first: string): { folder: string; remove: () => void } => {
  const { folder, remove } = temporaryFolder();
  cpSync(built, folder, { recursive: true });
  const rewrite = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  rewrite('ticket-worker.js', (worker) => `${first}\n${worker}`);
  const styled = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(css|html)$/.test(name),
  );
  // the script that looks for an outdated browser asks for `selector(:has(a))`
  for (const name of styled) rewrite(name, (styles) => styles.replaceAll(/(?<!selector\():has\(/g, ':unsupported('));
  return { folder, remove };
};

/**
 * Removes from Chromium what a supported browser may lack, before the page starts: in pages and frames by an init script, in the
 * service worker by the same script in front of its own. The page's policy would forbid that script. Styles lack `:has()`.
 */
const newer = newerApis();
/** Tickets are stored only by browsers with service workers; those may lack everything else. */
const exceptWorkers = newer.filter(
  ({ feature }) => !/ServiceWorker|\.serviceWorker$|^ExtendableEvent|^FetchEvent/.test(feature),
);
const client = olderBuild(takeAwayScript(exceptWorkers));
// hooks run in reverse: the shop ends first
afterAll(client.remove);
const { shop, lane } = await openFixture({ env: 'staging', clientFolder: client.folder });

const visitWithout = (missing: readonly Newer[]) =>
  lane.visit({ device: 'phone', lang: 'en', init: takeAwayScript(missing), context: { bypassCSP: true } });

const takenFrom = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(() => [...Reflect.get(globalThis, 'takenAway')].map(String));

const buy = async (visitor: Visitor): Promise<void> => {
  await walk.toComplete(visitor);
  await visitor.click('page.requested.ticket');
  await visitor.at('ticket.showing');
  await visitor.page.locator('.ticket svg.qr').scrollIntoViewIfNeeded();
  expect(await scan(await visitor.page.screenshot())).toHaveLength(1);
  expect(visitor.faults()).toEqual([]);
};

/** Features that this Chromium has and whose names occur in the shipped scripts: only these can matter one by one. */
const oneByOne = await (async () => {
  const visitor = await visitWithout(newer);
  await visitor.page.goto(`${lane.url}/none`);
  const taken = new Set(await takenFrom(visitor));
  await lane.closeContexts();
  const names = namesShipped();
  return newer.filter(
    ({ feature, paths, isReachable }) =>
      isReachable && names.has(feature.split('.').at(-1) ?? '') && paths.some((path) => taken.has(path.join('.'))),
  );
})();
const halves = [oneByOne.filter((_, index) => index % 2 === 0), oneByOne.filter((_, index) => index % 2 === 1)];

describe('a browser without `:has()` in styles, and without APIs newer than the supported list', () => {
  it('buys without all of them', async () => {
    const visitor = await visitWithout(newer);
    await visitor.open();
    const taken = await takenFrom(visitor);
    console.log(`${taken.length} newer APIs removed at once; ${oneByOne.length} of them named in the built scripts`);
    expect(taken).toEqual(
      expect.arrayContaining(['Promise.withResolvers', 'Array.prototype.toSorted', 'URLSearchParams.prototype.size']),
    );
    await buy(visitor);
  });

  it.each(sampled('one newer API removed', halves).map((one) => [one.feature, one] as const))(
    'buys without %s',
    async (_, one) => {
      const visitor = await visitWithout([one]);
      await buy(visitor);
      expect(await takenFrom(visitor)).not.toEqual([]);
    },
  );

  it('opens a cached ticket offline, with a worker that lacks them too', async () => {
    const visitor = await visitWithout(exceptWorkers);
    await visitor.page.goto(`${lane.url}/tickets/#/id/${await bought(shop)}`);
    await visitor.at('ticket.showing');
    await waitUntilCached(visitor);
    const [worker] = visitor.page.context().serviceWorkers();
    expect(await worker?.evaluate(() => Reflect.get(globalThis, 'takenAway').length)).toBeGreaterThan(100);
    await cut(visitor);
    await visitor.page.reload();
    await visitor.at('ticket.unreachable');
    await visitor.page.locator('.ticket svg.qr').waitFor();
  });
});

it('a browser whose Intl formats dates unusually buys for the chosen day', async () => {
  const visitor = await lane.visit({ device: 'phone', lang: 'en', init: variants.map(intlScript).join('\n') });
  await buy(visitor);
});
