import { afterAll, describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { settingsPath } from '#src/domain/site.ts';
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

  it('of each type has the policy of a file, of a page, or of the service worker', async () => {
    const { params } = await buyTicket(shop, (await slotAt(shop, 0)).id, 1);
    const ticket = `/api/v1/tickets/${params.reservation_token}`;
    const { white } = shop.deps.sites.settingsOf('mori').logo.header;
    const etag = (await get('/humans.txt')).headers.get('etag') ?? '';
    const rows: readonly (readonly [type: string, status: number, path: string, init?: RequestInit])[] = [
      ['text/html; charset=utf-8', 200, '/'],
      ['text/html; charset=utf-8', 200, '/tickets/'],
      ['text/html; charset=utf-8', 404, '/none'],
      ['text/javascript; charset=utf-8', 200, '/assets/entry-abc.js'],
      ['text/javascript; charset=utf-8', 200, '/ticket-worker.js'],
      ['image/svg+xml; charset=utf-8', 200, '/icon.svg'],
      ['image/svg+xml', 200, white],
      ['application/octet-stream', 200, '/data.bin'],
      ['text/plain; charset=utf-8', 200, '/humans.txt'],
      ['text/plain; charset=utf-8', 200, '/humans.txt', { method: 'HEAD' }],
      ['text/plain; charset=utf-8', 304, '/humans.txt', { headers: { 'if-none-match': etag } }],
      ['application/json', 200, settingsPath('mori')],
      ['application/json', 200, '/openapi.json'],
      ['text/plain', 200, '/.well-known/apple-developer-merchantid-domain-association'],
      ['application/json; charset=utf-8', 200, ticket],
      ['text/calendar; charset=utf-8', 200, `${ticket}/calendar`],
      ['application/vnd.apple.pkpass', 200, `${ticket}/passes/apple`],
      ['', 303, `${ticket}/passes/google`],
      ['', 303, '/api/v1/payment-return/gmo?r=none'],
      ['', 303, '/api/v1/payment-return/gmo?r=none', { method: 'POST', body: new URLSearchParams({ a: 'b' }) }],
      ['', 204, '/api/v1/mailmagazines/none/release', { method: 'POST' }],
      ['', 204, '/csp-reports', { method: 'POST', body: '{}' }],
      ['application/problem+json; charset=utf-8', 400, '/api/v1/webhooks/stripe', { method: 'POST' }],
      ['application/problem+json; charset=utf-8', 401, '/api/v1/operator/find', { method: 'POST' }],
      ['application/problem+json; charset=utf-8', 404, '/api/v1/orders/none'],
      ['application/problem+json; charset=utf-8', 405, '/api/v1/langs', { method: 'OPTIONS' }],
      ['application/problem+json; charset=utf-8', 413, '/csp-reports', { method: 'POST', body: 'x'.repeat(20_000) }],
    ];
    const found = async (path: string, init?: RequestInit) => {
      const { status, headers } = await get(path, init);
      const [type, policy, sniff] = ['content-type', 'content-security-policy', 'x-content-type-options'].map(
        (name) => headers.get(name) ?? '',
      );
      return [type, status, path, policy, sniff];
    };
    const policyOf = (type: string, path: string): unknown => {
      if (type.startsWith('text/html')) return expect.stringMatching(ofPages);
      return path === '/ticket-worker.js' ? "default-src 'none'; connect-src 'self'" : ofFiles;
    };
    for (const [type, status, path, init] of rows)
      expect(await found(path, init)).toEqual([type, status, path, policyOf(type, path), 'nosniff']);
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
