import { afterAll, describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { buyTicket } from './kit/arrange.ts';
import { slotAt } from './kit/buyer.ts';
import { clientFolder } from './kit/own-sites.ts';
import { startShop } from './kit/shop.ts';
import { openWalletShop } from './kit/wallet-shop.ts';

const files = {
  'assets/entry-abc.js': 'export {};',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'humans.txt': '',
  'data.bin': '',
  'ticket-worker.js': '',
};
const secrets = clientFolder(undefined, { 'apple-developer-merchantid-domain-association': '7B' });
const start = (options: object) =>
  startShop({
    clientFolder: clientFolder(undefined, files),
    secretsFolder: secrets,
    ...options,
  });
const { shop } = await openWalletShop(start);
afterAll(shop.close);

const get = (path: string, init: RequestInit = {}) => fetch(`${shop.url}${path}`, { redirect: 'manual', ...init });

const ofFiles = "default-src 'none'; frame-ancestors 'none'; sandbox";
const ofPages = /^default-src 'none'; (?!.*sandbox).*base-uri 'none'.*frame-ancestors 'none'/;

describe('every answer', () => {
  /** Each route with its methods, below the default site and another one; parameters and wildcards are filled in. */
  const ofRoutes = createServer(shop.deps).routes.flatMap(({ method, path }) =>
    (method === 'ALL' ? ['GET', 'PATCH'] : [method]).map((one) => {
      const filled = path.replace('/:site', '/mori').replaceAll(/:\w+/g, 'A'.repeat(32)).replaceAll('*', 'none');
      return `${one} ${filled}`;
    }),
  );
  const others = ['/', '/tickets/', '/tickets', '/assets/entry-abc.js'].map((path) => `GET ${path}`);
  const pages = ['GET /', 'GET /tickets/', 'GET /none', 'GET /sandbox/mails', `GET /sandbox/mails/${'A'.repeat(32)}`];

  it.each([...new Set([...ofRoutes, ...others])])('%s has the strict headers', async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const { headers } = await get(path, { method });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toEqual(
      pages.includes(request) ? expect.stringMatching(ofPages) : ofFiles,
    );
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull();
    const type = headers.get('content-type') ?? '';
    expect(type).toMatch(/^$|; ?charset=utf-8$|^application\/json$|^image\/|^text\/(?:plain|javascript)/i);
    const cacheControl = headers.get('cache-control') ?? '';
    if (/v1.*[A]{32}|webhooks|return|mails$|readyz/.test(path)) expect(cacheControl).toBe('no-store');
    expect(cacheControl).not.toBe('');
  });

  it('of a file, of the service worker and of a pass has its type and the policy of its kind', async () => {
    const { params } = await buyTicket(shop, (await slotAt(shop, 0)).id);
    const { white } = shop.deps.sites.settingsOf('mori').logo.header;
    const etag = (await get('/humans.txt')).headers.get('etag') ?? '';
    const ofWorker = "default-src 'none'; connect-src 'self'";
    const rows: [type: string, status: number, path: string, policy?: string, init?: RequestInit][] = [
      ['text/javascript; charset=utf-8', 200, '/ticket-worker.js', ofWorker],
      ['image/svg+xml', 200, white],
      ['application/octet-stream', 200, '/data.bin'],
      ['text/plain; charset=utf-8', 304, '/humans.txt', ofFiles, { headers: { 'if-none-match': etag } }],
      ['text/plain', 200, '/.well-known/apple-developer-merchantid-domain-association'],
      ['text/calendar; charset=utf-8', 200, `/api/v1/tickets/${params.reservation_token}/calendar`],
      ['application/vnd.apple.pkpass', 200, `/api/v1/tickets/${params.reservation_token}/passes/apple`],
    ];
    for (const [type, status, path, policy = ofFiles, init] of rows) {
      const reply = await get(path, init);
      const [found, own, sniff] = ['content-type', 'content-security-policy', 'x-content-type-options'].map((name) =>
        reply.headers.get(name),
      );
      expect([found ?? '', reply.status, path, own, sniff]).toEqual([type, status, path, policy, 'nosniff']);
    }
  });

  it('sends HSTS only where visitors use https, for other subdomains only by a setting', async () => {
    expect((await get('/')).headers.get('strict-transport-security')).toBeNull();
    shop.deps.publicUrl = 'https://shop.example';
    const { headers } = await get('/');
    shop.deps.hstsSubdomains = true;
    const wide = await get('/');
    Object.assign(shop.deps, { publicUrl: null, hstsSubdomains: false });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(wide.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});
