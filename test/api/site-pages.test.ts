import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { clientFolder } from './kit/client-folder.ts';
import { forFile } from './kit/for-file.ts';
import { startShop } from './kit/shop.ts';

/** What a page, and files beside it, have of their site's folder. */
const css = 'body{margin:0}';
/** What the build puts in for servers that do not fill the page. */
const listed = '<style data-of="static">.artwork{color:red}</style>';
const page = `<!doctype html>\n<html data-sites="borderless mori" lang="ja"><head><style>${css}</style>${listed}</head><body></body></html>`;

const shop = await forFile(startShop({ clientFolder: clientFolder(page) }));

const get = (path: string) => fetch(`${shop.url}${path}`, { redirect: 'manual' });

describe('the page', () => {
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

describe('files of a site', () => {
  it('are its logos, at addresses that never change their content', async () => {
    const { logo }: { logo: { header: { white: string } } } = await (await get('/sites/mori.json')).json();
    const reply = await get(logo.header.white);
    expect(reply.headers.get('content-type')).toBe('image/svg+xml');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await reply.text()).toMatch(/^<svg/);
  });

  it.each([
    '/sites/mori/site.json',
    '/sites/mori/skin.json',
    '/sites/mori/header-white.svg',
    '/sites/nobody.json',
    '/sites/mori/../mori/site.json',
    '/sites/',
  ])('are not those of its folder: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
