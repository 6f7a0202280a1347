import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Variables } from '#server/web/http/variables.ts';

const name = 'apple-developer-merchantid-domain-association';
/** Apple's file has about 9 kB. */
const maxBytes = 64 * 1024;

/** The file by which Apple recognises a host that offers Apple Pay, from `SECRETS_DIR` (docs/operations.md#apple-pay); 404 without it. */
export const applePayRoute = (app: Hono<Variables>, folder: string | undefined): void => {
  app.get(`/.well-known/${name}`, async (c) => {
    const bytes = folder === undefined ? null : await readFile(join(folder, name)).catch(() => null);
    if (bytes === null || bytes.length > maxBytes) return c.notFound();
    return c.body(new Uint8Array(bytes), 200, { 'content-type': 'text/plain', 'cache-control': 'no-cache' });
  });
};
