import type { MiddlewareHandler } from 'hono';
import type { Deps } from '#server/deps.ts';
import { isProxy, visitorAddress } from './address.ts';
import { strictHeaders, transportSecurity } from './headers.ts';
import type { Variables } from './route.ts';

/** A request's id as a proxy of ours gave it: the same in its log and in ours. */
const idOf = (given: string | undefined): string =>
  given !== undefined && /^[\w.-]{8,128}$/.test(given) ? given : crypto.randomUUID();

/**
 * What stands around every answer: its id, who asks (a hash of the address), the strict headers, a line of the log and a
 * count. Neither of them holds an address, a token or a query; routes are told by their pattern.
 */
export const openRequest =
  (deps: Deps): MiddlewareHandler<Variables> =>
  async (c, next) => {
    const start = performance.now();
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    c.set('requestId', idOf(isProxy(deps.proxies, peer) ? c.req.header('x-request-id') : undefined));
    const address = visitorAddress(deps.proxies, peer, c.req.header('x-forwarded-for'));
    c.set('visitor', deps.vault.idOf(`address\n${address}`));
    await next();
    const { headers, status } = c.res;
    for (const [name, value] of Object.entries(strictHeaders)) headers.set(name, value);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-request-id', c.var.requestId);
    if (deps.publicUrl?.startsWith('https:')) headers.set('strict-transport-security', transportSecurity);
    if (deps.life.isEnding) headers.set('connection', 'close');
    const ms = performance.now() - start;
    const about = { method: c.req.method, route: c.req.routePath, status };
    deps.metrics.answered({ ...about, seconds: ms / 1000 });
    deps.log(status >= 500 ? 'error' : 'info', 'request', { id: c.var.requestId, ...about, ms: Math.round(ms) });
  };
