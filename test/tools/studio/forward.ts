import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';

const frameless = /;?\s*frame-ancestors[^;]*/;

/** What forbids a frame is left out; all else stays as the shop says it. */
const framed = ({ 'x-frame-options': _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => {
  const policy = headers['content-security-policy'];
  return policy === undefined
    ? headers
    : { ...headers, 'content-security-policy': String(policy).replace(frameless, '') };
};

/** Passes a request on to where the shop (or the sandbox) really listens, and its answer back. */
export const forward = (to: string, asked: IncomingMessage, answer: ServerResponse): void => {
  const { hostname, port } = new URL(to);
  const { method = 'GET', url: path = '/', headers } = asked;
  const passed = request({ hostname, port, method, path, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, framed(found.headers));
    found.pipe(answer);
  });
  passed.once('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { 'content-type': 'text/plain' }).end('The shop does not answer.');
  });
  answer.once('close', () => passed.destroy());
  asked.pipe(passed);
};

/** The pages of the shop: `/`, `/tickets/`, `/<site>/`, `/<site>/tickets/`. */
const isPage = (path: string): boolean => /^\/(?:(?!sandbox\/)[a-z0-9-]+\/){0,2}$/.test(path);

/**
 * In: a request. Out: where it should go instead, so that every page of the shop that opens here tells what its charts do; null when it does
 * already, or is no page. What stands behind the hash comes along by itself.
 */
export const inspected = ({ method, url = '/', headers }: IncomingMessage): string | null => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate' || !isPage(pathname)) return null;
  if (searchParams.has('inspect')) return null;
  return `${pathname}?${new URLSearchParams([...searchParams, ['inspect', '']])}`;
};
