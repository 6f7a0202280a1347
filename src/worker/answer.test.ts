import { describe, expect, it, vi } from 'vitest';
import { createAnswers, patience } from './answer.ts';

const shop = 'https://shop.example';
const page = { method: 'GET', mode: 'navigate' } as const;
const file = { method: 'GET', mode: 'cors' } as const;

/** The worker of a base, with a simulated cache, network and clock. */
const worker = ({
  base = '/tickets/',
  kept = {},
  isOnline = true,
}: {
  base?: string;
  kept?: Record<string, string>;
  isOnline?: boolean;
} = {}) => {
  const network = vi.fn(async (_: { url: string }) => new Response('fresh'));
  const late = Promise.withResolvers<never>();
  let isSpoilt = false;
  const limit = vi.fn((_: number) => late.promise);
  const answers = createAnswers({
    scope: new URL(base, shop),
    kept: async (path) => {
      if (isSpoilt) throw new Error('denied');
      return path in kept ? new Response(kept[path]) : undefined;
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
    ask: async (path: string, about: { method: string; mode: RequestMode } = page, clientId = 'a') =>
      (await answers({ request: { url: shop + path, ...about }, clientId, resultingClientId: 'new' }))?.text() ?? null,
  };
};

const kept = { '/tickets/': 'kept page', '/assets/entry.js': 'kept file' };
const link = '/tickets/#/id/t-1';

describe('a page opened by the link of a ticket', () => {
  it('comes from the network', async () => {
    expect(await worker({ kept }).ask(link)).toBe('fresh');
    expect(await worker().ask(link)).toBe('fresh');
  });

  it('comes from what is kept where there is no line', async () => {
    const { network, ask } = worker({ kept });
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await ask(link)).toBe('kept page');
    expect(await ask('/tickets/?lang=en#/tickets/shared/s-1')).toBe('kept page');
  });

  it('fails as ever where nothing is kept', async () => {
    const { network, ask } = worker();
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(ask(link)).rejects.toThrow('Failed to fetch');
  });

  it('comes from the network where what is kept cannot be read', async () => {
    const { ask, spoil } = worker({ kept });
    spoil();
    expect(await ask(link)).toBe('fresh');
  });

  it('comes from what is kept when the line is bad, after four seconds', async () => {
    const { network, ask, limit, runOut } = worker({ kept });
    network.mockReturnValue(new Promise(() => undefined));
    const asked = ask(link);
    runOut();
    expect(await asked).toBe('kept page');
    expect(limit).toHaveBeenCalledWith(patience);
  });

  it('comes from what is kept when the server stumbles, not when it refuses', async () => {
    const { network, ask } = worker({ kept });
    network.mockResolvedValueOnce(new Response('down', { status: 503 }));
    expect(await ask(link)).toBe('kept page');
    network.mockResolvedValueOnce(new Response('no such page', { status: 404 }));
    expect(await ask(link)).toBe('no such page');
  });
});

describe('files', () => {
  it('of a page that came from the network pass', async () => {
    expect(await worker({ kept }).ask('/assets/entry.js', file)).toBeNull();
  });

  it('of a page that was opened from what is kept come from there, others from the network', async () => {
    const { network, ask } = worker({ kept });
    network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await ask(link);
    expect(await ask('/assets/entry.js', file, 'new')).toBe('kept file');
    expect(await ask('/assets/other.js', file, 'new')).toBe('fresh');
    expect(await ask('/assets/entry.js', file, 'another page')).toBeNull();
  });

  it('of any page come from what is kept while there is no line', async () => {
    expect(await worker({ kept, isOnline: false }).ask('/assets/entry.js', file)).toBe('kept file');
  });

  it('come from the network where what is kept cannot be read', async () => {
    const { ask, spoil } = worker({ kept, isOnline: false });
    spoil();
    expect(await ask('/assets/entry.js', file)).toBe('fresh');
  });
});

describe('everything else passes, without a line too', () => {
  it.each([
    ['the first screen', '/#/order', page],
    ['the page of another base', '/mori/tickets/#/id/t-1', page],
    ['a receipt', '/tickets/#/id/t-1/receipt', page],
    ['a page without a ticket', '/tickets/', page],
    ['a call that reads', '/api/v1/tickets/t-1', file],
    ['a call that writes', '/api/v1/orders', { method: 'POST', mode: 'cors' }],
    ['a form', link, { method: 'POST', mode: 'navigate' }],
    ['a write to a file', '/assets/entry.js', { method: 'POST', mode: 'cors' }],
  ] as const)('%s (%s)', async (_, path, about) => {
    expect(await worker({ kept, isOnline: false }).ask(path, about)).toBeNull();
  });

  it('a file of another origin', async () => {
    expect(await worker({ kept, isOnline: false }).ask('.evil.test/assets/entry.js', file)).toBeNull();
  });

  it('at the root, where buyers are, a page without a ticket', async () => {
    const root = worker({ base: '/', kept: { '/': 'kept page' }, isOnline: false });
    expect(await root.ask('/#/payment')).toBeNull();
    expect(await root.ask('/')).toBeNull();
    expect(await root.ask('/#/tickets/shared/s-1')).toBe('fresh');
  });
});
