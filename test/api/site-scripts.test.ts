import { afterAll, describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { replyOf } from './kit/buyer.ts';
import { startOwnSites } from './kit/own-sites.ts';

/** Scripts of other hosts in the pages of sites that share an origin, or have one. */
const origin = 'https://tickets.shop.example';
const host = 'tickets.garden.example';
const { shop, make, change, at } = await startOwnSites();
await make('stones', 'Garden of Stones');
await make('hall', 'Hall of Echoes');

describe('the scripts that a folder names', () => {
  const fp = 'https://cdn.example/v/fp.js';
  const fingerprint = (url: string) => ({
    fingerprint: { url: { development: '', staging: '', production: url }, callback: 'on_value', globals: {} },
  });
  const asks = (container: string, url: string) => ({ gatagKey: { url: container }, ...fingerprint(url) });
  const nothing = { tags: '', fingerprint: null, policy: [] };

  /** The scripts in the settings and in the policy of a page, and whether the settings as a file are the same. */
  const scriptsAt = async (url: string, code: string, allowedScripts: Record<string, string[]> = {}) => {
    const live = { env: 'production', publicUrl: origin, sandboxUrl: null } as const;
    const server = createServer({ ...shop.deps, ...live, allowedScripts });
    const page = await server.request(url);
    const html = await page.text();
    const [, json = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(html) ?? [];
    const settings = JSON.parse(json);
    const file = await (await server.request(new URL(`/sites/${code}.json`, url).href)).json();
    expect([file.gatagKey, file.fingerprint]).toEqual([settings.gatagKey, settings.fingerprint]);
    const rules = /script-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const policy = rules.split(' ').filter((source) => /cdn|googletag/.test(source));
    return { tags: settings.gatagKey.url, fingerprint: settings.fingerprint?.url.production ?? null, policy };
  };
  afterAll(() => {
    for (const code of ['hall', 'stones']) change(code, { gatagKey: { url: '' }, fingerprint: null, hosts: [] });
  });

  it('are on the shared origin those that the operator allows this site, by whole address; the site sells all the same', async () => {
    change('hall', asks('GTM-AAAA', fp));
    change('stones', asks('GTM-BBBB', fp));
    const allowed = { hall: ['GTM-AAAA', fp] };
    expect(await scriptsAt(`${origin}/hall/`, 'hall')).toEqual(nothing);
    expect(await scriptsAt(`${origin}/hall/`, 'hall', allowed)).toEqual({
      tags: 'GTM-AAAA',
      fingerprint: fp,
      policy: ['https://cdn.example', 'https://*.googletagmanager.com'],
    });
    expect(await scriptsAt(`${origin}/stones/`, 'stones', allowed)).toEqual(nothing);
    expect(await scriptsAt(`${origin}/stones/`, 'stones', { stones: ['GTM-AAAA', fp] })).toMatchObject({
      tags: '',
      fingerprint: fp,
    });
    const stones = at('stones');
    expect(replyOf(await stones.pay(await stones.order()))).toMatchObject({ status: 'paid' });
  });

  it.each([
    ['https://CDN.example:443/v/../v/fp.js', fp],
    ['https://cdn.example/v/fp.js?a=1', null],
    ['https://cdn.example/v/fp.js#a', null],
    ['https://cdn.example/v/FP.js', null],
    ['https://cdn.example/v/fp.js/x', null],
    ['https://cdn.example/v/', null],
    ['https://cdn.example/v/%66p.js', null],
    ['https://cdn.example:8443/v/fp.js', null],
    ['https://cdn.example.evil.example/v/fp.js', null],
    ['https://cdn.example@evil.example/v/fp.js', null],
    ['https://evil.example/https://cdn.example/v/fp.js', null],
    ['https://www.googletagmanager.com/gtm.js?id=GTM-AAAA', null],
  ])('is not %s where another is allowed', async (url, loaded) => {
    change('hall', fingerprint(url));
    const { fingerprint: kept } = await scriptsAt(`${origin}/hall/`, 'hall', { hall: ['GTM-AAAA', fp] });
    expect(kept === null ? null : new URL(kept).href).toBe(loaded);
  });

  it('are any on a host that the site has for itself, and none from the moment it has none', async () => {
    change('stones', { ...asks('GTM-BBBB', fp), hosts: [host] });
    expect(await scriptsAt(`https://${host}/`, 'stones')).toMatchObject({ tags: 'GTM-BBBB', fingerprint: fp });
    change('stones', { hosts: [] });
    expect(await scriptsAt(`${origin}/stones/`, 'stones')).toEqual(nothing);
    expect(await scriptsAt(`https://${host}/stones/`, 'stones')).toEqual(nothing);
  });
});
