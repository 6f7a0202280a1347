import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';

const frameless = /;?\s*frame-ancestors[^;]*/;

/** Removes what forbids framing; all other headers stay. */
const framed = ({ 'x-frame-options': _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => {
  const policy = headers['content-security-policy'];
  return policy === undefined
    ? headers
    : { ...headers, 'content-security-policy': String(policy).replace(frameless, '') };
};

/** Forwards a request to the shop (or the sandbox) and returns the response. */
export const forward = (to: string, incoming: IncomingMessage, response: ServerResponse): void => {
  const { hostname, port } = new URL(to);
  const { method = 'GET', url: path = '/', headers } = incoming;
  const passed = request({ hostname, port, method, path, headers }, (found) => {
    response.writeHead(found.statusCode ?? 502, framed(found.headers));
    found.pipe(response);
  });
  passed.once('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end('The shop does not answer.');
  });
  response.once('close', () => passed.destroy());
  incoming.pipe(passed);
};

/** The pages of the shop: `/`, `/tickets/`, `/<site>/`, `/<site>/tickets/`. */
const isPage = (path: string): boolean => /^\/(?:(?!sandbox\/)[a-z0-9-]+\/){0,2}$/.test(path);

/**
 * The address to redirect to, so that every page of the shop opened here reports on its charts; null if it already does or is no
 * page. Browsers keep the fragment on a redirect.
 */
export const inspected = ({ method, url = '/', headers }: IncomingMessage): string | null => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate' || !isPage(pathname)) return null;
  if (searchParams.has('inspect')) return null;
  return `${pathname}?${new URLSearchParams([...searchParams, ['inspect', '']])}`;
};
