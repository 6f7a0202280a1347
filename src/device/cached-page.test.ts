// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageCache, ticketsCache, workerPath } from '#src/domain/ticket-storage.ts';
import { createCachedPage } from './cached-page.ts';
import { memoryCaches } from './caches.fixture.ts';

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
const fetched = vi.fn(
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
  vi.stubGlobal('fetch', fetched);
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
  // by this link the page knows its build
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
  it('is cached in its language, with all its files, and its worker is registered', async () => {
    await createCachedPage().save(parts);
    expect(fetched).toHaveBeenCalledWith('/tickets/?lang=en');
    expect(caches.paths(cache)).toEqual([...files.slice(0, 3), '/sites/mori/logo.svg', '/tickets/'].toSorted());
    const stored = await (await caches.open(cache)).match('/tickets/');
    const headers = ['content-encoding', 'etag', 'vary'].map((name) => stored?.headers.get(name));
    expect(headers).toEqual([null, null, '*']);
    expect(await stored?.text()).toContain('<html data-kept="en" lang="ja">');
    expect(registered).toHaveBeenCalledWith(workerPath, { scope: '/tickets/', updateViaCache: 'none' });
  });

  it('is not cached if it is of a newer build or if a file is missing', async () => {
    page = html('entry-2');
    await createCachedPage().save(parts);
    page = html();
    loaded.push('/assets/gone.js');
    await createCachedPage().save(parts);
    expect(caches.paths(cache)).not.toContain('/tickets/');
  });

  it.each([
    ['on a page of another kind', () => history.replaceState(null, '', '/#/tickets/share/t-1')],
    ['without service workers', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
    ['in development', () => vi.stubEnv('PROD', false)],
  ])('is not cached %s', async (_, change) => {
    change();
    await createCachedPage().save(parts);
    expect(fetched).not.toHaveBeenCalled();
    expect(registered).not.toHaveBeenCalled();
  });

  it('stays removed if it is removed while it is being cached', async () => {
    const part = Promise.withResolvers<void>();
    const { save, remove } = createCachedPage();
    const saving = save(() => part.promise);
    await remove();
    own.unregister.mockClear();
    part.resolve();
    await saving;
    expect(caches.paths(cache)).toEqual([]);
    expect(own.unregister).toHaveBeenCalledOnce();
  });

  it('is removed with its worker, and no other cache or worker is', async () => {
    const { save, remove } = createCachedPage();
    await save(parts);
    await caches.open(ticketsCache);
    await remove();
    expect(await caches.keys()).toEqual([ticketsCache]);
    expect([own.unregister, foreign.unregister].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await save(parts);
    expect(caches.paths(cache)).toContain('/tickets/');
  });
});
