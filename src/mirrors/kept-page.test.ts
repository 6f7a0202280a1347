// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageCache, ticketsCache, workerPath } from '#src/domain/kept.ts';
import { memoryCaches } from './caches.fixture.ts';
import { keptPage } from './kept-page.ts';

const html = (entry = 'entry-1') =>
  `<!doctype html><html lang="ja"><link rel="modulepreload" href="/assets/${entry}.js"><script type="module">import("/assets/${entry}.js")</script><link href="/assets/en.js">`;
const files = ['entry-1', 'en', 'ticket-screen', 'old'].map((name) => `/assets/${name}.js`);
const network = Object.fromEntries(
  [...files, '/assets/entry-2.js', '/sites/mori/logo.svg'].map((path) => [path, 'file']),
);
const cache = pageCache('/tickets/');

let caches = memoryCaches();
let page = html();
/** Files that the page has requested so far. */
let loaded: string[] = [];
const asked = vi.fn(
  async (_: string) => new Response(page, { headers: { 'content-encoding': 'br', etag: '"1"', vary: '*' } }),
);
const registered = vi.fn(async () => undefined);
const own = { active: { scriptURL: `http://localhost${workerPath}` }, unregister: vi.fn() };
const foreign = { active: { scriptURL: 'http://localhost/other.js' }, unregister: vi.fn() };

beforeEach(() => {
  caches = memoryCaches(network);
  page = html();
  loaded = ['/assets/entry-1.js', '/assets/ticket-screen.js', '/sites/mori/logo.svg', '/api/v1/tickets/t-1'];
  vi.stubEnv('PROD', true);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', asked);
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
    [...loaded.map((path) => location.origin + path), 'https://other.example/assets/x.js'].map((name) => ({
      name,
      entryType: 'resource',
      startTime: 0,
      duration: 0,
      toJSON: () => name,
    })),
  );
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: registered, getRegistrations: async () => [foreign, own] },
  });
  const entry = document.createElement('link');
  entry.setAttribute('href', '/assets/entry-1.js');
  vi.spyOn(document, 'querySelector').mockReturnValue(entry);
  history.replaceState(null, '', '/tickets/#/id/t-1');
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const parts = async () => {
  loaded.push('/assets/en.js');
};

describe('the page of a ticket', () => {
  it('is kept in the language it speaks, with all it was made of, and its worker', async () => {
    await keptPage(parts).keep();
    expect(asked).toHaveBeenCalledWith('/tickets/?lang=en');
    expect(caches.paths(cache)).toEqual([...files.slice(0, 3), '/sites/mori/logo.svg', '/tickets/'].toSorted());
    const kept = await (await caches.open(cache)).match('/tickets/');
    const told = ['content-encoding', 'etag', 'vary'].map((name) => kept?.headers.get(name));
    expect(told).toEqual([null, null, '*']);
    expect(await kept?.text()).toContain('<html data-kept="en" lang="ja">');
    expect(registered).toHaveBeenCalledWith(workerPath, { scope: '/tickets/', updateViaCache: 'none' });
  });

  it('is kept once, not with every reading', async () => {
    const { keep } = keptPage(parts);
    await keep();
    await keep();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('drops what an older build needed', async () => {
    await (await caches.open(cache)).addAll(['/assets/old.js', '/assets/entry-1.js']);
    await keptPage(parts).keep();
    expect(caches.paths(cache)).not.toContain('/assets/old.js');
    expect(caches.paths(cache)).toContain('/assets/entry-1.js');
  });

  it('of a newer build is not kept by the page of an older one, and neither is half a page', async () => {
    page = html('entry-2');
    await keptPage(parts).keep();
    page = html();
    loaded.push('/assets/gone.js');
    await keptPage(parts).keep();
    expect(caches.paths(cache)).not.toContain('/tickets/');
  });

  it('is kept without a logo that is nowhere', async () => {
    loaded.push('/sites/mori/gone.svg');
    await keptPage(parts).keep();
    expect(caches.paths(cache)).toContain('/tickets/');
    expect(caches.paths(cache)).toContain('/sites/mori/logo.svg');
    expect(caches.paths(cache)).not.toContain('/sites/mori/gone.svg');
  });

  it('is tried again with the next reading when a part did not come', async () => {
    const { keep } = keptPage(vi.fn(parts).mockRejectedValueOnce(new Error('no line')));
    await keep();
    expect(caches.paths(cache)).toEqual([]);
    await keep();
    expect(caches.paths(cache)).toContain('/tickets/');
  });

  it('is tried again with the next reading when the page itself did not come', async () => {
    const { keep } = keptPage(parts);
    asked.mockResolvedValueOnce(new Response('down', { status: 503 }));
    await keep();
    expect(registered).not.toHaveBeenCalled();
    await keep();
    expect(caches.paths(cache)).toContain('/tickets/');
  });

  it.each([
    ['on a page of another kind', () => history.replaceState(null, '', '/#/tickets/share/t-1')],
    ['without workers', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
    ['while the shop is developed', () => vi.stubEnv('PROD', false)],
  ])('is not kept %s', async (_, change) => {
    change();
    await keptPage(parts).keep();
    expect(asked).not.toHaveBeenCalled();
    expect(registered).not.toHaveBeenCalled();
  });

  it('does not come back when it is dropped while it is being fetched', async () => {
    const part = Promise.withResolvers<void>();
    const { keep, drop } = keptPage(() => part.promise);
    const keeping = keep();
    await drop();
    own.unregister.mockClear();
    part.resolve();
    await keeping;
    expect(caches.paths(cache)).toEqual([]);
    expect(own.unregister).toHaveBeenCalledOnce();
  });

  it('goes with its worker, and with nothing of anybody else', async () => {
    const { keep, drop } = keptPage(parts);
    await keep();
    await caches.open(ticketsCache);
    await drop();
    expect(await caches.keys()).toEqual([ticketsCache]);
    expect([own.unregister, foreign.unregister].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await keep();
    expect(caches.paths(cache)).toContain('/tickets/');
  });
});
