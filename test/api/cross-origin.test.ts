import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import { exampleSites, siteCodes } from '#test/tools/example-sites.ts';
import { choiceOf, newKey, slotAt } from './kit/buyer.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Pages on another host than the API (docs/product.md#setting-origins). */

const [page, other] = ['https://www.museum.example', 'https://tower.example:8443'];
const sites = exampleSites(siteCodes, { borderless: { origins: [page] }, mori: { origins: [other] } });
const shop = await forFile(startShop({ sites }));

const headersOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const listOf = (response: Response, name: string): string[] => (response.headers.get(name) ?? '').split(/, ?/).sort();

const ask = (path: string, origin: string, init: RequestInit = {}) =>
  fetch(shop.url + path, { ...init, headers: { origin, ...init.headers } });
const preflight = (path: string, origin: string) =>
  ask(path, origin, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } });

/** Headers of the contract's requests that a browser asks about. */
const rows = Object.values(contract);
const custom = new Set([
  'content-type',
  'idempotency-key',
  browserHeader,
  ...rows.flatMap((row) => ('header' in row ? [row.header] : [])),
]);
const addresses = [...new Set(rows.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'some-token')))];

describe('a page at an origin that the site names', () => {
  it.each(addresses)('may send to %s what the contract has, without credentials', async (path) => {
    const response = await preflight(`/api/v1${path}`, page);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(page);
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    expect(listOf(response, 'access-control-allow-headers')).toEqual([...custom].sort());
    expect(listOf(response, 'access-control-allow-methods')).toEqual(
      expect.arrayContaining([...new Set(rows.map(({ method }) => method))]),
    );
    expect(listOf(response, 'vary')).toContain('Origin');
  });

  it('reads replies and problems, how long to wait, and the id of the request', async () => {
    const { id } = await slotAt(shop, 0);
    const body = JSON.stringify(choiceOf(id, 1));
    const headers = { 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` };
    const [placed, refused, cached] = [
      await ask('/api/v1/orders', page, { method: 'POST', body, headers }),
      await ask('/api/v1/orders', page, { method: 'POST', body: '{}', headers }),
      await ask('/api/v1/products?lang=ja', page),
    ];
    expect([placed.status, refused.status, cached.status]).toEqual([200, 400, 200]);
    for (const response of [placed, refused, cached]) {
      expect(headersOf(response)).toEqual({
        'access-control-allow-origin': page,
        'access-control-expose-headers': 'retry-after,x-request-id',
      });
      expect(listOf(response, 'vary')).toContain('Origin');
    }
    expect(listOf(cached, 'vary')).toEqual(['Origin', 'accept-encoding']);
  });
});

describe('nobody else', () => {
  it.each([
    ['an origin that no site names', '/api/v1/orders', 'https://www.museum.example.evil.example'],
    ['a page without an origin', '/api/v1/orders', 'null'],
    ['the same host by http', '/api/v1/orders', 'http://www.museum.example'],
    ['a page of another site', '/api/v1/orders', other],
    ['the page at another site’s path', '/mori/api/v1/orders', page],
    ['the page at a site that names none', '/artizon/api/v1/orders', page],
    ['the page at a site that does not exist', '/nowhere/api/v1/orders', page],
    ['the page for an operator’s call', '/api/v1/operator/find', page],
    ['the page for a notice of a provider', '/api/v1/webhooks/gmo', page],
    ['the page for a return from a provider', '/api/v1/payment-return/some-token', page],
    ['the page for another address of the server', '/openapi.json', page],
  ])('%s', async (_, path, origin) => {
    for (const response of [
      await preflight(path, origin),
      await ask(path, origin),
      await ask(path, origin, { method: 'POST' }),
    ])
      expect(headersOf(response)).toEqual({});
    expect([404, 405]).toContain((await preflight(path, origin)).status);
  });

  it('and caches keep the replies apart', async () => {
    const vary = async (path: string) => listOf(await fetch(`${shop.url}${path}/products?lang=ja`), 'vary');
    expect(await vary('/api/v1')).toContain('Origin');
    expect(await vary('/mori/api/v1')).toContain('Origin');
    expect(await vary('/artizon/api/v1')).not.toContain('Origin');
  });
});
