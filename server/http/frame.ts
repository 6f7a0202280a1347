import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/core/log.ts';
import { createSummary } from '#server/core/summary.ts';
import { isProxy, type Proxies, visitorAddress } from './address.ts';
import { setStrict, transportSecurity } from './headers.ts';
import type { Variables } from './variables.ts';

/** The id of a request as set by a trusted proxy, so that both logs have the same one. */
const idOf = (header: string | undefined): string =>
  header !== undefined && /^[\w.-]{8,128}$/.test(header) ? header : crypto.randomUUID();

const levelOf = (status: number) => (status < 500 ? 'info' : 'error');

/** One response, by the pattern of its route: the address would contain tokens. */
export type Answered = { method: string; route: string; status: number; seconds: number };

type FrameDeps = {
  log: Log;
  /** Proxies that are trusted to report client addresses. */
  proxies: Proxies;
  publicUrl: string | null;
  hstsSubdomains: boolean;
  /** `isEnding`: the process is shutting down. */
  life: { isEnding: boolean };
  metrics: { answered: (answer: Answered) => void };
};

/**
 * Middleware for every request: id, client address, security headers, access log and metrics. Log and metrics hold no address,
 * token or query; routes appear as patterns.
 */
export const openRequest = (deps: FrameDeps): MiddlewareHandler<Variables> => {
  const refused = createSummary(deps.log, 'requests_refused');
  return async (c, next) => {
    const start = performance.now();
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    c.set('requestId', idOf(isProxy(deps.proxies, peer) ? c.req.header('x-request-id') : undefined));
    c.set('address', visitorAddress(deps.proxies, peer, c.req.header('x-forwarded-for')));
    await next();
    const { headers, status } = c.res;
    setStrict(headers);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-request-id', c.get('requestId'));
    if (deps.publicUrl?.startsWith('https:')) headers.set('strict-transport-security', transportSecurity(deps));
    if (deps.life.isEnding) headers.set('connection', 'close');
    const ms = performance.now() - start;
    const about = { method: c.req.method, route: c.req.routePath, status };
    deps.metrics.answered({ ...about, seconds: ms / 1000 });
    /* 503 is load shedding: under a flood one line per request would be a flood of its own. */
    if (status === 503) refused(`${about.method} ${about.route}`);
    else deps.log(levelOf(status), 'request', { id: c.get('requestId'), ...about, ms: Math.round(ms) });
  };
};
