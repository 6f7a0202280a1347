import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { hashOf } from '#server/core/crypto.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Returns a body in the best encoding that is accepted; each encoding is computed once, on first use. */
type Encode = (accepted: string) => Promise<{ body: Uint8Array<ArrayBuffer>; encoding: string | null }>;

/** A body that many clients get, and its headers, an `etag` among them. */
export type File = { encode: Encode; headers: Record<string, string> };

/** `version`: a text that differs for every body; the `etag` is its hash. `freshness`: Cache-Control. */
type About = { version: string; type: string; freshness: string };

/** The ETag of a body; 27 hexadecimal digits of its hash are enough to tell versions apart. */
export const etagOf = (version: string): string => `"${hashOf(version).slice(0, 27)}"`;

/** Makes a file of the encoder of its body. */
export const fileOf = (encode: Encode, { version, type, freshness }: About): File => ({
  encode,
  headers: {
    'content-type': type,
    'cache-control': freshness,
    etag: etagOf(version),
    vary: 'accept-encoding',
  },
});

/** Serves a file in the best accepted encoding; 304 when the client has it. */
export const serveFile = async ({ encode, headers }: File, request: Request): Promise<Response> => {
  if (request.headers.get('if-none-match')?.includes(headers.etag ?? '-'))
    return new Response(null, { status: 304, headers });
  const { body, encoding } = await encode(request.headers.get('accept-encoding') ?? '');
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { ...headers, ...(encoding ? { 'content-encoding': encoding } : {}) },
  });
};

/** Whether an Accept-Encoding header names the encoding, and not with the weight 0. */
const isAccepted = (header: string, name: string): boolean =>
  parseAccept(header).some(({ type, q }) => type.toLowerCase() === name && q > 0);

const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Makes the encoder of a body. `quality` is Brotli's, 0 to 11. */
export const encoderOf = (bytes: Uint8Array, isCompressible: boolean, quality: number): Encode => {
  const size = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const makers = { br: () => brotli(bytes, { params: size }), gzip: () => zip(bytes, { level: Math.min(quality, 9) }) };
  const made: Partial<Record<keyof typeof makers, Promise<Uint8Array>>> = {};
  return async (accepted) => {
    const encoding = (['br', 'gzip'] as const).find((name) => isAccepted(accepted, name));
    if (!isCompressible || !encoding) return { body: plain(bytes), encoding: null };
    made[encoding] ??= makers[encoding]();
    return { body: plain(await made[encoding]), encoding };
  };
};
