import type { MiddlewareHandler } from 'hono';
import type { Deps } from '#server/deps.ts';
import { isProxy, visitorAddress } from './address.ts';
import { strictHeaders, transportSecurity } from './headers.ts';
import type { Variables } from './route.ts';
import { createSummary } from './summary.ts';

/** A request's id as a proxy of ours gave it: the same in its log and in ours. */
const idOf = (given: string | undefined): string =>
  given !== undefined && /^[\w.-]{8,128}$/.test(given) ? given : crypto.randomUUID();

const levelOf = (status: number) => (status < 500 ? 'info' : 'error');

/**
 * What stands around every answer: its id, who asks, the strict headers, a line of the log and a count. Neither of the last
 * two holds an address, a token or a query; routes are told by their pattern.
 */
export const openRequest = (deps: Deps): MiddlewareHandler<Variables> => {
  const refused = createSummary(deps.log, 'requests_refused');
  return async (c, next) => {
    const start = performance.now();
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    c.set('requestId', idOf(isProxy(deps.proxies, peer) ? c.req.header('x-request-id') : undefined));
    c.set('address', visitorAddress(deps.proxies, peer, c.req.header('x-forwarded-for')));
    await next();
    const { headers, status } = c.res;
    for (const [name, value] of Object.entries(strictHeaders)) headers.set(name, value);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-request-id', c.get('requestId'));
    if (deps.publicUrl?.startsWith('https:')) headers.set('strict-transport-security', transportSecurity);
    if (deps.life.isEnding) headers.set('connection', 'close');
    const ms = performance.now() - start;
    const about = { method: c.req.method, route: c.req.routePath, status };
    deps.metrics.answered({ ...about, seconds: ms / 1000 });
    /* 503 is load shedding: under a flood a line for each would be a flood of its own. */
    if (status === 503) refused(`${about.method} ${about.route}`);
    else deps.log(levelOf(status), 'request', { id: c.get('requestId'), ...about, ms: Math.round(ms) });
  };
};
