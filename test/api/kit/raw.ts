import { request as plainly } from 'node:http';
import { request as securely } from 'node:https';
import type { Answer } from './call.ts';

type Raw = {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
};

/** Sends a request exactly as written; `fetch` would normalise it. */
export const sendRaw = (url: string, { method, path, headers, body }: Raw): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(url);
    const request = protocol === 'https:' ? securely : plainly;
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ hostname, port, path, method, headers: { ...headers, ...length } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => {
        text += part;
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const responseHeaders = new Headers();
        for (const [name, value] of Object.entries(reply.headers)) responseHeaders.set(name, String(value));
        resolve({ status: reply.statusCode ?? 0, headers: responseHeaders, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
