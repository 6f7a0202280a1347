import { apiPrefix } from 'ticket-store/src/api/contract/index.ts';
import type { Answer } from 'ticket-store/test/api/kit/call.ts';
import { startServer } from 'ticket-store/test/api/kit/forward.ts';
import { sendRaw } from 'ticket-store/test/api/kit/raw.ts';

/** A request through the proxy. `path` has neither prefix nor query; `site` is the path of the site in front of the prefix. */
export type ProxyRequest = {
  method: string;
  site: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
};

/** May change the request or the response, or respond itself. */
export type Between = (request: ProxyRequest, pass: (request: ProxyRequest) => Promise<Answer>) => Promise<Answer>;

/** Headers of one connection, or of how a body was sent. */
const own = [
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
  'content-encoding',
];

const forwardedHeaders = (headers: Iterable<[string, string | string[] | undefined]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) => (own.includes(name) || value === undefined ? [] : [[name, String(value)]])),
  );

/** Starts a proxy in front of a server. */
export const startProxy = (target: string, between: Between) => {
  const pass = ({ method, site, path, query, headers, body }: ProxyRequest): Promise<Answer> =>
    sendRaw(target, {
      method,
      path: `${site}${apiPrefix}${path}${query}`,
      headers,
      body: body === '' ? null : Buffer.from(body, 'latin1'),
    });
  return startServer(async (request, reply) => {
    let body = '';
    for await (const part of request.setEncoding('latin1')) body += part;
    const [site = '', call = ''] = (request.url ?? '').split(apiPrefix, 2);
    const [path = '', query] = call.split(/(?=\?)/);
    const forwarded = {
      method: request.method ?? '',
      site,
      path,
      query: query ?? '',
      headers: forwardedHeaders(Object.entries(request.headers)),
      body,
    };
    try {
      const { status, headers, text } = await between(forwarded, pass);
      reply.writeHead(status, forwardedHeaders(headers)).end(text);
    } catch {
      reply.destroy();
    }
  });
};
