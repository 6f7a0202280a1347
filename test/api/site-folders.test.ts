import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { proxiesOf } from '#server/web/http/address.ts';
import { customer } from './kit/buyer.ts';
import { renderLatestMail } from './kit/mails.ts';
import { makeToken, openOps } from './kit/ops.ts';
import { startOwnSites } from './kit/own-sites.ts';
import { replyOf } from './kit/pay.ts';

/** Sites made while a server runs, with `npm run tool -- new-site` and an import, and sold under their own host. */
const origin = 'https://tickets.shop.example';
const host = 'tickets.garden.example';
const { shop, make, change, at } = await startOwnSites();
await make('stones', 'Garden of Stones');
await make('hall', 'Hall of Echoes');

describe('information about sites for strangers', () => {
  const fault = 'hall/site.json ticketDisplay: fusion or separate';
  beforeAll(() => change('hall', { ticketDisplay: 'sideways' }));
  afterAll(() => change('hall', { ticketDisplay: 'fusion' }));

  const ready = async (headers: Record<string, string> = {}, peer = '127.0.0.1', at = 'http://localhost:4173') => {
    const connection = { incoming: { socket: { remoteAddress: peer } } };
    const reply = await createServer(shop.deps).request(`${at}/readyz`, { headers }, connection);
    return [reply.status, await reply.json()];
  };
  const onlyStatus = [200, { status: 'ready' }];
  const withFaults = (...sites: string[]) => [200, { status: 'ready', state: 'ready', ...(sites[0] && { sites }) }];

  it('is only whether the server is ready, unless they ask on its own machine', async () => {
    for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect([peer, await ready({}, peer)]).toEqual([peer, withFaults(fault)]);
    for (const peer of ['10.0.0.9', '::ffff:10.0.0.9', '2001:db8::1', '1270.0.0.1', ''])
      expect([peer, await ready({}, peer)]).toEqual([peer, onlyStatus]);
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'X-Forwarded-Host', 'forwarded', 'via', 'x-real-ip'])
      expect([name, await ready({ [name]: '127.0.0.1' })]).toEqual([name, onlyStatus]);
    for (const at of ['http://127.0.0.1:4173', 'http://[::1]:4173', 'http://localhost'])
      expect([at, await ready({}, '127.0.0.1', at)]).toEqual([at, withFaults(fault)]);
    for (const at of [origin, 'http://127.0.0.1.shop.example', 'http://localhost.shop.example', 'http://10.0.0.9'])
      expect([at, await ready({}, '127.0.0.1', at)]).toEqual([at, onlyStatus]);
    /* A proxy of the same machine may hand on the name that it calls itself, and no header. */
    for (const [publicUrl, seen] of [
      [origin, onlyStatus],
      ['http://localhost:4173', withFaults(fault)],
    ] as const) {
      shop.deps.publicUrl = publicUrl;
      expect([publicUrl, await ready()]).toEqual([publicUrl, seen]);
    }
    shop.deps.publicUrl = null;
    const { proxies } = shop.deps;
    for (const setting of ['1', '127.0.0.0/8']) {
      shop.deps.proxies = proxiesOf(setting) ?? proxies;
      expect([setting, await ready()]).toEqual([setting, onlyStatus]);
    }
    shop.deps.proxies = proxies;
  });

  it('are the faults of a site with a valid operator token of it, whatever its scope', async () => {
    const ops = await openOps(shop);
    const away = (token: string) => ready({ authorization: `Bearer ${token}` }, '10.0.0.9');
    const [own, others] = [await makeToken(ops, 'hall', 'gate'), await makeToken(ops, 'stones', 'full')];
    expect(await away(own.token)).toEqual(withFaults(fault));
    expect(await away(others.token)).toEqual(withFaults());
    await ops.run('token-revoke', { id: own.id });
    const wrong = `${others.token.slice(0, -1)}${others.token.endsWith('A') ? 'B' : 'A'}`;
    for (const token of [own.token, wrong, 'operator', '']) expect(await away(token)).toEqual(onlyStatus);
    const counted = () => shop.db.selectFrom('tries').selectAll().execute();
    const before = await counted();
    for (const authorization of ['Basic b3BlcmF0b3I6', `Digest ${wrong}`, 'Bearer operator', 'Bearer', wrong])
      expect(await ready({ authorization }, '10.0.0.9')).toEqual(onlyStatus);
    expect(await counted()).toEqual(before);
    await away(wrong);
    expect(await counted()).not.toEqual(before);
  });
});

describe('a host that is bound to a site', () => {
  const open = () => createServer({ ...shop.deps, env: 'production', publicUrl: origin, sandboxUrl: null });
  const get = (url: string) => open().request(url);
  beforeAll(() => change('stones', { hosts: [host] }));
  afterAll(() => change('stones', { hosts: [] }));

  it('serves this site only, at its root', async () => {
    const page = await get(`https://${host}/?lang=en`);
    const html = await page.text();
    expect(html).toContain('<html lang="en" data-site="stones" data-api="/api/v1"');
    const products = await get(`https://${host}/api/v1/products?lang=en`);
    expect(await products.json()).toMatchObject([{ uuid: 'stones-admission' }]);
    for (const path of ['/mori/', '/hall/', '/mori/api/v1/products?lang=en'])
      expect([path, (await get(`https://${host}${path}`)).status]).toEqual([path, 404]);
  });

  it('is the address of the site everywhere', async () => {
    const moved = async (url: string) => {
      const { status, headers } = await get(url);
      return [status, headers.get('location')];
    };
    expect(await moved(`${origin}/stones/?lang=en`)).toEqual([302, `https://${host}/?lang=en`]);
    expect(await moved(`${origin}/stones/tickets/`)).toEqual([302, `https://${host}/tickets/`]);
    expect(await moved(`https://${host}/stones/tickets/?lang=en`)).toEqual([302, `https://${host}/tickets/?lang=en`]);
    expect((await get(`${origin}/stones/api/v1/products?lang=en`)).status).toBe(200);
    const stones = at('stones');
    replyOf(await stones.pay(await stones.order()));
    const { deps } = shop;
    const away = { ...shop, deps: { ...deps, env: 'production' as const, publicUrl: origin } };
    const mail = await renderLatestMail(away, customer.email, 'completed');
    expect(JSON.stringify(mail)).toContain(`https://${host}/tickets/#/id/`);
  });

  it('gets back who began to pay before it had another host', async () => {
    const stones = at('stones');
    const order = await stones.order();
    await stones.pay(order);
    const { id, method } = await shop.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.id', 'payments.method'])
      .where('orders.id', '=', orderOpenedBy(order.token))
      .executeTakeFirstOrThrow();
    const r = Buffer.from(shop.deps.tokens.token('return', id), 'base64url').toString('hex');
    const back = async () =>
      (await get(`https://${host}/api/v1/payment-return/${method}?r=${r}`)).headers.get('location');
    const page = (root: string) =>
      expect.stringMatching(new RegExp(`^${root}/\\?lang=ja#/payment-callback/${method}/success`));
    expect(await back()).toEqual(page(`https://${host}`));
    change('stones', { hosts: ['stones.garden.example'] });
    expect(await back()).toEqual(page('https://stones.garden.example'));
    change('stones', { hosts: [] });
    expect(await back()).toEqual(page(`${origin}/stones`));
    change('stones', { hosts: [host] });
  });
});

/** Scripts of other hosts in the pages of sites that share an origin, or have one. */
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

  it('are any on a host that the site has for itself, and none from the moment it has none', async () => {
    change('stones', { ...asks('GTM-BBBB', fp), hosts: [host] });
    expect(await scriptsAt(`https://${host}/`, 'stones')).toMatchObject({ tags: 'GTM-BBBB', fingerprint: fp });
    change('stones', { hosts: [] });
    expect(await scriptsAt(`${origin}/stones/`, 'stones')).toEqual(nothing);
    expect(await scriptsAt(`https://${host}/stones/`, 'stones')).toEqual(nothing);
  });
});
