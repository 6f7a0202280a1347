import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { createMetricsPort, openMetrics } from '#server/operators/metrics/open.ts';
import { noProxies, proxiesOf } from '#server/web/http/address.ts';
import { freePort } from '#test/tools/free-port.mjs';
import manifest from '../../package.json' with { type: 'json' };
import { buyTicket, changeRows, ticketOf } from './kit/arrange.ts';
import { hold, slotAt } from './kit/buyer.ts';
import { openOps } from './kit/ops.ts';
import { orderIdOf } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ proxies: proxiesOf('127.0.0.0/8') ?? noProxies }));
const ops = await forFile(openOps(shop));

const get = (path: string, init: RequestInit = {}) => fetch(`${shop.url}${path}`, { redirect: 'manual', ...init });

describe('the id of a request', () => {
  const requestWith = async (id: string) => {
    const answer = await get('/api/v1/orders/none', { headers: { 'x-request-id': id } });
    const body: unknown = await answer.json();
    return { header: answer.headers.get('x-request-id'), body, line: shop.logged.at(-1) };
  };

  it('is taken from our proxy, in the header, the problem and the log', async () => {
    const { header, body, line } = await requestWith('edge-4711.a_b');
    expect(header).toBe('edge-4711.a_b');
    expect(body).toMatchObject({ code: 'token_not_found', request_id: 'edge-4711.a_b' });
    expect(line).toMatchObject({ event: 'request', facts: { id: 'edge-4711.a_b', status: 404 } });
  });

  it('is generated if it is missing, malformed or not from our proxy', async () => {
    for (const id of ['', 'short', 'a"b\\n{}'.repeat(9), 'x'.repeat(129)])
      expect((await requestWith(id)).header).not.toBe(id);
    const { proxies } = shop.deps;
    shop.deps.proxies = { hops: 0, known: null };
    expect((await requestWith('edge-4711')).header).not.toBe('edge-4711');
    shop.deps.proxies = proxies;
  });
});

describe('reports of the policy', () => {
  const send = (body: string) =>
    get('/csp-reports', { method: 'POST', body, headers: { 'content-type': 'application/csp-report' } });
  const report = (about: object) => JSON.stringify({ 'csp-report': about });
  const readReports = () => shop.logged.filter(({ event }) => event === 'policy_violation').map(({ facts }) => facts);

  it('are logged with the rule and an origin, without anything of the page', async () => {
    const secret = 'hanako@visitor.example';
    const about = { 'document-uri': `https://shop.example/?${secret}`, 'script-sample': secret, disposition: 'report' };
    const blocked = `https://evil.example/a.js?${secret}`;
    await send(report({ ...about, 'effective-directive': 'script-src-elem', 'blocked-uri': blocked }));
    await send(report({ ...about, 'violated-directive': `x ${secret}`, 'blocked-uri': 'inline' }));
    expect(readReports()).toEqual([
      { directive: 'script-src-elem', source: 'https://evil.example', reported_only: true },
      { directive: 'other', source: 'inline', reported_only: true },
    ]);
    expect(JSON.stringify(shop.logged)).not.toContain(secret);
  });

  it('are limited per minute and in size', async () => {
    for (const body of ['', '{', '[]', report({ 'blocked-uri': 7 })]) expect((await send(body)).status).toBe(204);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    shop.logged.length = 0;
    for (let count = 0; count < 60; count += 1)
      expect((await send(report({ 'blocked-uri': 'eval' }))).status).toBe(204);
    /* Twenty a minute, and a new minute may begin meanwhile. */
    expect(readReports().length).toBeLessThanOrEqual(40);
  });
});

describe('monitoring', () => {
  const port = (token: string | null = null) => createMetricsPort(shop.deps, token);

  it('reads whether the process is alive, and whether it is ready', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true, state: 'alive', version: manifest.version });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
    shop.deps.life.isEnding = true;
    const ending = await get('/readyz');
    expect([ending.status, (await get('/healthz')).status]).toEqual([503, 200]);
    expect(ending.headers.get('connection')).toBe('close');
    shop.deps.life.isEnding = false;
    const { db } = shop.deps;
    expect(await (await port().request('/readyz')).json()).toEqual({ status: 'ready', state: 'ready' });
    const broken = new Proxy(db, {
      get: () => {
        throw new Error('gone');
      },
    });
    const lost = await createMetricsPort({ ...shop.deps, reads: broken }, null).request('/readyz');
    expect([lost.status, await lost.json()]).toEqual([503, { status: 'not_ready', state: 'database' }]);
  });

  it('reads metrics of the process and the shop, by route patterns and never by full URLs', async () => {
    const pool = () => ({ total: 3, idle: 2, waiting: 0 });
    const { env } = readSettings({ METRICS_PORT: String(await freePort()) });
    const opened = await openMetrics(shop.deps, env, { write: pool, read: pool });
    const slot = (await slotAt(shop, 0)).id;
    const { token } = await hold(shop, slot, { adults: 2 });
    const paying = await orderIdOf(shop, (await hold(shop, slot, { adults: 4 })).token);
    await changeRows(shop, 'orders', { id: paying }, { status: 'checking' });
    const { params } = await buyTicket(shop, slot, { adults: 3 });
    await get(`/api/v1/tickets/${params.reservation_token}`);
    await ops.run('gate', { code: (await ticketOf(shop, params.reservation_token)).reservation_number, force: true });
    await changeRows(shop, 'payments', { state: 'paid' }, { alarm: 'disputed' });
    shop.deps.metrics.counted(shop.deps.log)('error', 'money_lost', { site: 'borderless' });
    const text = await (await fetch(`http://127.0.0.1:${opened?.port}/metrics`)).text();
    await opened?.close();
    expect(await openMetrics(shop.deps, readSettings({}).env, null)).toBeNull();
    for (const line of [
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/tickets\/:reservation_token",status="200"\} [1-9]/m,
      /^shop_build_info\{release="[\d.]+"\} 1$/m,
      /^shop_orders_last_day\{site="borderless",status="open"\} 1$/m,
      /^shop_orders_last_day\{site="borderless",status="paid"\} 1$/m,
      /^shop_taken_last_day_yen\{site="borderless"\} \d+$/m,
      /^shop_people_admitted_last_day\{site="borderless"\} 3$/m,
      /^shop_held_orders\{site="borderless"\} 2$/m,
      /^shop_held_seats\{site="borderless"\} 6$/m,
      /^shop_mails\{site="borderless",state="due"\} 1$/m,
      /^shop_payments\{site="borderless",state="alarm"\} 1$/m,
      /^shop_log_lines_total\{level="error",event="money_lost",site="borderless"\} 1$/m,
      /^shop_requests_running\{class="purchase"\} 0$/m,
      /^shop_database_connections\{pool="read",state="idle"\} 2$/m,
      /^process_resident_memory_bytes \d/m,
      /^nodejs_eventloop_lag_p99_seconds \d/m,
    ])
      expect(text).toMatch(line);
    const alarms = readFileSync('server/operators/metrics/alarms.yml', 'utf8');
    const named = [...alarms.matchAll(/\bshop_\w+/g)].map(([name]) => name).filter((name) => !/disk_free/.test(name));
    for (const name of named) expect(text).toContain(`# TYPE ${name} `);
    for (const secret of [token, params.reservation_token, 'visitor.example']) expect(text).not.toContain(secret);
    expect((await get('/metrics')).status).toBe(404);
  });

  it('needs the token where one is set', async () => {
    const app = port('a token of sixteen signs');
    const readMetrics = (authorization: string, path = '/metrics') => app.request(path, { headers: { authorization } });
    const refused = await app.request('/metrics');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('content-security-policy')).toContain('sandbox');
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'ready' });
    expect(await (await readMetrics('Bearer a token of sixteen signs', '/readyz')).json()).toHaveProperty('state');
    expect((await readMetrics('Bearer another')).status).toBe(401);
    expect((await readMetrics('Bearer a token of sixteen signs')).status).toBe(200);
  });
});
