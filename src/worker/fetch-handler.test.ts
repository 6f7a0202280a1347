import { describe, expect, it, vi } from 'vitest';
import { createFetchHandler, pageTimeout } from './fetch-handler.ts';

const shop = 'https://shop.example';
const page = { method: 'GET', mode: 'navigate' } as const;
const file = { method: 'GET', mode: 'cors' } as const;

/** The worker of a base, with a simulated cache, network and clock. */
const worker = ({
  base = '/tickets/',
  cached = {},
  isOnline = true,
}: {
  base?: string;
  cached?: Record<string, string>;
  isOnline?: boolean;
} = {}) => {
  const network = vi.fn(async (_: { url: string }) => new Response('fresh'));
  const late = Promise.withResolvers<never>();
  let isSpoilt = false;
  const limit = vi.fn((_: number) => late.promise);
  const handle = createFetchHandler({
    scope: new URL(base, shop),
    readCached: async (path) => {
      if (isSpoilt) throw new Error('denied');
      return path in cached ? new Response(cached[path]) : undefined;
    },
    fetch: network,
    isOnline: () => isOnline,
    limit,
  });
  return {
    network,
    limit,
    runOut: () => late.reject(new Error('late')),
    /** Makes the browser's storage fail. */
    spoil: () => {
      isSpoilt = true;
    },
    /** Requests a path; null if the worker does not handle the request. */
    request: async (path: string, about: { method: string; mode: RequestMode } = page, clientId = 'a') =>
      (await handle({ request: { url: shop + path, ...about }, clientId, resultingClientId: 'new' }))?.text() ?? null,
  };
};

const cached = { '/tickets/': 'kept page', '/assets/entry.js': 'kept file' };
const link = '/tickets/#/id/t-1';

describe('a page opened by the link of a ticket', () => {
  it('comes from the network', async () => {
    expect(await worker({ cached }).request(link)).toBe('fresh');
    expect(await worker().request(link)).toBe('fresh');
  });

  it('comes from the cache if there is no connection', async () => {
    const { network, request } = worker({ cached });
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await request(link)).toBe('kept page');
    expect(await request('/tickets/?lang=en#/tickets/shared/s-1')).toBe('kept page');
  });

  it('fails if there is no connection and nothing is cached', async () => {
    const { network, request } = worker();
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(request(link)).rejects.toThrow('Failed to fetch');
  });

  it('comes from the network if the cache cannot be read', async () => {
    const { request, spoil } = worker({ cached });
    spoil();
    expect(await request(link)).toBe('fresh');
  });

  it('comes from the cache after four seconds if the connection is slow', async () => {
    const { network, request, limit, runOut } = worker({ cached });
    network.mockReturnValue(new Promise(() => undefined));
    const response = request(link);
    runOut();
    expect(await response).toBe('kept page');
    expect(limit).toHaveBeenCalledWith(pageTimeout);
  });

  it('comes from the cache at a 5xx status, not at a 4xx', async () => {
    const { network, request } = worker({ cached });
    network.mockResolvedValueOnce(new Response('down', { status: 500 }));
    expect(await request(link)).toBe('kept page');
    network.mockResolvedValueOnce(new Response('no such page', { status: 404 }));
    expect(await request(link)).toBe('no such page');
  });
});

describe('files', () => {
  it('of a page that came from the network are not handled', async () => {
    expect(await worker({ cached }).request('/assets/entry.js', file)).toBeNull();
  });

  it('of a page that came from the cache come from the cache, others from the network', async () => {
    const { network, request } = worker({ cached });
    network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await request(link);
    expect(await request('/assets/entry.js', file, 'new')).toBe('kept file');
    expect(await request('/assets/other.js', file, 'new')).toBe('fresh');
    expect(await request('/assets/entry.js', file, 'another page')).toBeNull();
  });

  it('of any page come from the cache while there is no connection', async () => {
    expect(await worker({ cached, isOnline: false }).request('/assets/entry.js', file)).toBe('kept file');
  });

  it('come from the network if the cache cannot be read', async () => {
    const { request, spoil } = worker({ cached, isOnline: false });
    spoil();
    expect(await request('/assets/entry.js', file)).toBe('fresh');
  });
});

describe('nothing else is handled, even without a connection', () => {
  it.each([
    ['the first screen', '/#/order', page],
    ['the page of another base', '/mori/tickets/#/id/t-1', page],
    ['a receipt', '/tickets/#/id/t-1/receipt', page],
    ['a page without a ticket', '/tickets/', page],
    ['a read', '/api/v1/tickets/t-1', file],
    ['a write', '/api/v1/orders', { method: 'POST', mode: 'cors' }],
    ['a form', link, { method: 'POST', mode: 'navigate' }],
    ['a write to a file', '/assets/entry.js', { method: 'POST', mode: 'cors' }],
  ] as const)('%s (%s)', async (_, path, about) => {
    expect(await worker({ cached, isOnline: false }).request(path, about)).toBeNull();
  });

  it('a file of another origin', async () => {
    expect(await worker({ cached, isOnline: false }).request('.evil.test/assets/entry.js', file)).toBeNull();
  });

  it('at the root, a page without a ticket', async () => {
    const root = worker({ base: '/', cached: { '/': 'kept page' }, isOnline: false });
    expect(await root.request('/#/payment')).toBeNull();
    expect(await root.request('/')).toBeNull();
    expect(await root.request('/#/tickets/shared/s-1')).toBe('fresh');
  });
});
