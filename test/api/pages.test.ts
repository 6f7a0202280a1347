import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bounds } from '#server/shared/admission-queue/admission-queue.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { htmlLang, langs } from '#src/domain/lang.ts';
import { exampleSites } from '#test/tools/example-sites.ts';
import { clientFolder } from './kit/own-sites.ts';
import { forFile, startShop } from './kit/shop.ts';

const css = 'body{margin:0}';
const started = 'import("/assets/entry-abc.js")';
const script = 'console.log("a script of the app");'.repeat(40);
/** Styles that the build adds for servers that do not fill the page. */
const listed = '<style data-of="static">.artwork{color:red}</style>';
const preload = '<link rel="modulepreload" crossorigin href="/assets/entry-abc.js">';
const langPreload = '<link rel="modulepreload" data-of="kr" crossorigin href="/assets/kr-abc.js">';
const page = `<!doctype html>\n<html data-sites="borderless mori" lang="ja" data-site="mori" data-env="x">\n<head>${preload}${langPreload}<script type="module">${started}</script><style>${css}</style>${listed}</head><body></body></html>`;

const folder = clientFolder(page, {
  'assets/entry-abc.js': script,
  'ticket-worker.js': script,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
});
const sites = exampleSites(undefined, { borderless: { operator: { operator_name: '</script><b>&' } } });
const allowedScripts = { softbank: ['https://ci-mpsnare.iovation.com/snare.js'] };
const shop = await forFile(startShop({ clientFolder: folder, sites, allowedScripts, arrivalsFor: 30_000 }));

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { headers, redirect: 'manual' });

describe('the page', () => {
  it.each(['/', '/tickets/', '/borderless/', '/borderless/tickets/', '/?lang=en'])('is served at %s', async (path) => {
    const reply = await get(path);
    const html = await reply.text();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    expect(html).toContain(
      `<html lang="${path.includes('en') ? 'en' : 'ja'}" data-site="borderless" data-api="/api/v1" data-env="development" data-scripts="${shop.sandbox.url}">`,
    );
  });

  it('names its scripts in a header, from which they are loaded before the page is parsed', async () => {
    const linkOf = async (path: string) => (await get(path)).headers.get('link');
    const entry = '</assets/entry-abc.js>; rel=modulepreload; crossorigin';
    expect(await linkOf('/')).toBe(entry);
    expect(await linkOf('/?lang=kr')).toBe(`${entry}, </assets/kr-abc.js>; rel=modulepreload; crossorigin`);
  });

  it.each(langs)('contains the catalogue in %s, and nothing in it can close the element', async (lang) => {
    const html = await (await get(`/?lang=${lang}`)).text();
    const query = { lang };
    const [, json = ''] = /<script type="application\/json" id="catalogue">(.*?)<\/script>/s.exec(html) ?? [];
    expect(json).not.toContain('<');
    const today = venueDay(Date.now());
    const { days } = await shop.call('searchProducts', { query: { from: today, to: addDays(today, 13), lang } });
    const arrival = { as_of: expect.any(String), days };
    expect(JSON.parse(json)).toEqual({
      lang,
      langs: await shop.call('getLangs'),
      configurations: { ...(await shop.call('getConfigurations')), legal: expect.any(Object), arrival },
      field_templates: await shop.call('getFieldTemplates'),
      products: await shop.call('getProducts', { query }),
      paymentmethods: await shop.call('getPaymentMethods', { query }),
      texts: await shop.call('getTexts', { query }),
    });
  });

  it('allows only its own styles by hash, and scripts of the shop and of the provider', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(css).digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
    const line = createHash('sha256').update(started).digest('base64');
    expect(policy).toContain(`script-src 'strict-dynamic' 'sha256-${line}' 'self' ${shop.sandbox.url};`);
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  it('is revalidated by its ETag, and compressed', async () => {
    const first = await get('/', { 'accept-encoding': 'br' });
    expect([first.headers.get('content-encoding'), first.headers.get('vary')]).toEqual(['br', 'accept-encoding']);
    const again = await get('/', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it.each([
    ['/tickets', '/tickets/'],
    ['/borderless/tickets?lang=en', '/borderless/tickets/?lang=en'],
  ])('%s redirects to %s', async (path, to) => {
    const reply = await get(path);
    expect([reply.status, reply.headers.get('location')]).toEqual([308, to]);
  });

  it.each(['/nosuch/', '/order', '/index.html', '/assets/none.js', '/../etc/passwd', '/%2e%2e/x', '/tickets/x'])(
    '%s shows a not-found page',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(await reply.text()).toContain('The requested URL was not found on this server.');
    },
  );
});

describe('files', () => {
  it('with a hash in their name are immutable; others are revalidated after an hour', async () => {
    const reply = await get('/assets/entry-abc.js');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('/icon.svg')).headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('of the worker are revalidated each time', async () => {
    const { headers } = await get('/ticket-worker.js');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect((await get('/tickets/')).headers.get('content-security-policy')).toContain("worker-src 'self'");
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('are sent in the accepted encoding (%s)', async (accepted, encoding) => {
    const reply = await get('/assets/entry-abc.js', { 'accept-encoding': accepted });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('vary')).toBe('accept-encoding');
    expect(await reply.text()).toBe(script);
  });
});

describe('when the shop cannot serve its page', async () => {
  const html = { accept: 'text/html,*/*' };
  const noCapacity = { ...bounds, atOnce: 0, waiting: { ...bounds.waiting, catalogue: 0 } };
  const crowded = await forFile(startShop({ clientFolder: folder, bounds: noCapacity }));

  it('a visitor sees a page that says so, in the preferred language, and it reloads by itself', async () => {
    const reply = await fetch(`${crowded.url}/mori/?lang=kr`, { headers: html });
    const text = await reply.text();
    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const seconds = Number(reply.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    const [, reload = ''] = /<script type="module">(.*?)<\/script>/.exec(text) ?? [];
    expect(reload).toBe(`setTimeout(() => location.reload(), ${seconds}000);`);
    expect([...text.matchAll(/<section lang="([\w-]+)"><h1>[^<]+<\/h1><p>[^<]+/g)].map(([, lang]) => lang)).toEqual([
      ...new Set(['ko', ...Object.values(htmlLang)]),
    ]);
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(text) ?? [];
    const policy = reply.headers.get('content-security-policy');
    for (const inline of [reload, style])
      expect(policy).toContain(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`);
  });

  it('the same happens on an internal error, which is logged', async () => {
    const broken = await startShop({ clientFolder: folder });
    await broken.db.schema.dropTable('languages').cascade().execute();
    const reply = await fetch(`${broken.url}/`, { headers: html });
    expect(reply.status).toBe(500);
    expect(await reply.text()).toContain('<section lang="ja">');
    expect(broken.logged.filter(({ level }) => level === 'error').map(({ event }) => event)).toContain(
      'request_failed',
    );
    await broken.close();
  });
});

/** Settings, pictures and skins of a site's folder in its page. */
describe('the page of a site', () => {
  it.each(['/', '/mori/', '/mori/tickets/'])('at %s contains the settings that are also a file', async (path) => {
    const html = await (await get(path)).text();
    const [, json = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html) ?? [];
    const site = path === '/' ? 'borderless' : 'mori';
    const reply = await get(`/sites/${site}.json`);
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    expect(reply.headers.get('content-type')).toBe('application/json');
    const settings: object = await reply.json();
    expect(JSON.parse(json)).toEqual(settings);
    expect(settings).toMatchObject({ code: site, title: expect.objectContaining({ en: expect.any(String) }) });
  });

  it.each([
    ['/', ['borderless']],
    ['/mori/', ['mori']],
    ['/artizon/', ['artizon']],
    ['/tickets/', []],
    ['/mori/tickets/', []],
  ])('at %s carries the picture of %s', async (path, sites) => {
    const html = await (await get(path)).text();
    expect(html).not.toContain('data-of');
    expect([...html.matchAll(/\[data-site="([a-z-]+)"\] \.artwork\{/g)].map(([, site]) => site)).toEqual(sites);
  });

  it('carries the facts for its legal pages in its language alone, which the call has in all', async () => {
    const html = await (await get('/?lang=kr')).text();
    const [, json = '{}'] = /<script type="application\/json" id="catalogue">(.*?)<\/script>/s.exec(html) ?? [];
    const { legal } = JSON.parse(json).configurations;
    expect(legal).toMatchObject({
      seller: { kr: '보더리스 문화재단' },
      address: { kr: '도쿄도 미나토구 도라노몬 0-0-0' },
    });
    for (const texts of [legal.seller, legal.address, legal.court]) expect(Object.keys(texts)).toEqual(['kr']);
    const all = await (await get('/api/v1/configurations')).json();
    expect(Object.keys(all.legal.seller).toSorted()).toEqual([...langs].toSorted());
  });

  it('carries the skin of its site only, allowed by its hash', async () => {
    const reply = await get('/mori/tickets/');
    const styles = [...(await reply.text()).matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text);
    expect(styles).toEqual([css, expect.stringContaining('html[data-site="mori"]{--paper:#ffffff;')]);
    for (const style of styles)
      expect(reply.headers.get('content-security-policy')).toContain(
        `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      );
  });
});
