import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/core/log.ts';
import { createSummary } from '#server/core/summary.ts';
import { problemResponse } from '#server/shared/problem.ts';
import { isProxy, type Proxies, visitorAddress } from './address.ts';
import { setStrict, transportSecurity } from './headers.ts';
import type { Refuse } from './refuse.ts';
import type { Variables } from './variables.ts';

/** The id of a request as set by a trusted proxy, so that both logs have the same one. */
const idOf = (proxies: Proxies, peer: string, header: unknown): string =>
  isProxy(proxies, peer) && typeof header === 'string' && /^[\w.-]{8,128}$/.test(header) ? header : crypto.randomUUID();

/** Counts a response by the pattern of its route: the address would contain tokens. */
export type Answered = { method: string; route: string; status: number; seconds: number };

type FrameDeps = {
  log: Log;
  proxies: Proxies;
  publicUrl: string | null;
  hstsSubdomains: boolean;
  life: { isEnding: boolean };
  metrics: { answered: (answer: Answered) => void };
};

const setHeaders = (deps: FrameDeps, headers: Headers, id: string): void => {
  setStrict(headers);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  headers.set('x-request-id', id);
  if (deps.publicUrl?.startsWith('https:')) headers.set('strict-transport-security', transportSecurity(deps));
  if (deps.life.isEnding) headers.set('connection', 'close');
};

const write = ({ metrics, log }: FrameDeps, id: string, { seconds, ...about }: Answered): void => {
  metrics.answered({ ...about, seconds });
  /* 503 is load shedding: under a flood one line per request would be another flood. */
  if (about.status === 503) return;
  log(about.status < 500 ? 'info' : 'error', 'request', { id, ...about, ms: Math.round(seconds * 1000) });
};

/** Refusals of requests that never reach the app, with the headers, log and metrics of all others. They have no route. */
export const createRefuse =
  (deps: FrameDeps): Refuse =>
  (problem, incoming) => {
    const id = idOf(deps.proxies, incoming?.socket.remoteAddress ?? '', incoming?.headers['x-request-id']);
    const response = problemResponse(problem, id);
    setHeaders(deps, response.headers, id);
    write(deps, id, { method: incoming?.method ?? '-', route: '-', status: problem.status, seconds: 0 });
    return response;
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
    c.set('requestId', idOf(deps.proxies, peer, c.req.header('x-request-id')));
    c.set('address', visitorAddress(deps.proxies, peer, c.req.header('x-forwarded-for')));
    await next();
    const id = c.get('requestId');
    setHeaders(deps, c.res.headers, id);
    const about = { method: c.req.method, route: c.req.routePath, status: c.res.status };
    write(deps, id, { ...about, seconds: (performance.now() - start) / 1000 });
    if (about.status === 503) refused(`${about.method} ${about.route}`);
  };
};
