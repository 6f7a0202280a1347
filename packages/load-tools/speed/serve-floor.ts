import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'rolldown';
import { startServer } from 'ticket-store/test/api/kit/process.ts';

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Tickets</title><link rel="icon" href="data:,"><style>body{font:16px/1.5 sans-serif;margin:0 auto;max-width:40rem;' +
  'padding:1rem}li{display:flex;gap:1rem;justify-content:space-between}ul{padding:0}button{font:inherit;padding:.5rem 1rem}</style>' +
  '<div id="app"></div><script type="module" src="/main.js"></script></html>';

/** Builds and serves the minimal page of floor.tsx, to which speeds are compared; compressed and cached like the shop's. */
export const serveFloor = async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('floor.tsx', import.meta.url)),
    write: false,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { minify: true },
  });
  const files = new Map([
    ['/', { type: 'text/html', caching: 'no-cache', body: brotliCompressSync(page) }],
    [
      '/main.js',
      { type: 'text/javascript', caching: 'max-age=31536000, immutable', body: brotliCompressSync(output[0].code) },
    ],
  ]);
  return startServer((request, reply) => {
    const file = files.get(request.url ?? '');
    if (!file) return reply.writeHead(404).end();
    const headers = { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': file.caching };
    return reply.writeHead(200, { ...headers, 'content-length': file.body.length }).end(file.body);
  });
};
