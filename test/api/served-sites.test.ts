import { describe, expect, it } from 'vitest';
import { createServer, type ServerDeps } from '#server/serve.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { exampleSites } from '#test/tools/example-sites.ts';
import { clientFolder } from './kit/own-sites.ts';
import { newOrder, pay, replyOf } from './kit/pay.ts';
import { answer, becameOf, payByWallet, startRedirect } from './kit/redirect.ts';
import { returnAddressOf } from './kit/returns.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';

const origin = 'https://tickets.shop.example';
const shop = await forFile(startWholeShop({ clientFolder: clientFolder(), timeout: 1_200 }));

/** The same shop as a server that sells only these sites. */
const serverOf = (sites: readonly SiteCode[], more: Partial<ServerDeps> = {}) =>
  createServer({ ...shop.deps, env: 'production', publicUrl: origin, sites: exampleSites(sites), ...more });
const statusesOf = (server: ReturnType<typeof serverOf>, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await server.request(`${origin}${path}`)).status));

const addressesOf = (site: string) => [
  `${site}/`,
  `${site}/tickets/`,
  `${site}${apiPrefix}/configurations`,
  `${site}${apiPrefix}/products?lang=ja`,
  `${site}${apiPrefix}/signage/today?lang=ja`,
];

describe('a server that sells some sites', () => {
  it('serves those, and no others by any URL', async () => {
    const server = serverOf(['borderless', 'mori']);
    for (const site of ['', '/borderless', '/mori'])
      expect([site, await statusesOf(server, addressesOf(site).slice(0, 4))]).toEqual([site, [200, 200, 200, 200]]);
    for (const site of ['/artizon', '/softbank', '/nishinippon', '/nowhere'])
      expect([site, await statusesOf(server, addressesOf(site))]).toEqual([site, addressesOf(site).map(() => 404)]);
    expect(await statusesOf(server, ['/artizon', '/artizon/tickets'])).toEqual([404, 404]);
  });

  it('redirects the root to the first of them if the default site is not sold, and keeps the rest of the URL', async () => {
    const server = serverOf(['mori', 'artizon']);
    const rows = [
      ['/', '/mori/'],
      ['/?lang=en', '/mori/?lang=en'],
      ['/tickets', '/mori/tickets/'],
      ['/tickets/?lang=kr', '/mori/tickets/?lang=kr'],
    ];
    for (const [path, to] of rows) {
      const reply = await server.request(`${origin}${path}`);
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 302, to]);
    }
    expect(await statusesOf(server, addressesOf('').slice(2))).toEqual([404, 404, 404]);
    expect(await statusesOf(server, addressesOf('/borderless'))).toEqual([404, 404, 404, 404, 404]);
  });

  it('still accepts notices of payments that were started at another site', async () => {
    const order = await newOrder(shop);
    const { location } = await answer(shop, await startRedirect(shop, order, 'gmo_paypay'), 'never');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    const server = serverOf(['mori']);
    const { pathname, search } = new URL(await returnAddressOf(shop, order));
    const back = await server.request(`${origin}${pathname}${search}`);
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toMatch(new RegExp(`^${origin}/\\?lang=ja#/payment-callback/gmo_paypay/`));
    for (const provider of ['stripe', 'gmo', 'softbank'])
      for (const site of ['', '/artizon', '/mori']) {
        const reply = await server.request(`${origin}${site}${apiPrefix}/webhooks/${provider}`, {
          method: 'POST',
          body: 'x',
        });
        const { detail } = problemOf({ status: reply.status, headers: reply.headers, text: await reply.text() });
        expect([provider, site, detail]).toEqual([
          provider,
          site,
          'The signature or the shape of the notice does not fit.',
        ]);
      }
    expect((await server.request(`${origin}/nowhere${apiPrefix}/webhooks/gmo`, { method: 'POST' })).status).toBe(404);
  });
});

describe('a method that the catalogue offers and the server cannot accept', () => {
  const canTake = (_site: SiteCode, method: Method) => method !== 'gmo_paypay';

  it('is not offered, and a payment by it is rejected', async () => {
    const server = serverOf(['borderless'], { canTake });
    const offered = await (await server.request(`${origin}${apiPrefix}/paymentmethods?lang=ja`)).text();
    expect(offered).toContain('"stripe_secure"');
    expect(offered).not.toContain('gmo_paypay');
    const order = await newOrder(shop);
    shop.deps.canTake = canTake;
    const refused = problemOf(await payByWallet(shop, order, 'gmo_paypay'));
    shop.deps.canTake = () => true;
    expect(refused).toMatchObject({ status: 409, code: 'method_unavailable' });
    expect(replyOf(await pay(shop, order))).toMatchObject({ status: 'paid' });
  });
});

it.each(['/sites/mori/site.json', '/sites/mori/header-white.svg', '/sites/mori/../mori/site.json'])(
  'files of a site are not those of its folder: %s',
  async (path) => {
    expect((await fetch(`${shop.url}${path}`)).status).toBe(404);
  },
);
