import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { forFile } from './kit/for-file.ts';
import { temporaryFolder } from './kit/process.ts';
import { startShop } from './kit/shop.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);
const shop = await forFile(startShop({ secretsFolder: folder }));
const name = 'apple-developer-merchantid-domain-association';

it('a host shows Apple the file of SECRETS_DIR as soon as it is there, and nothing else of that folder', async () => {
  const get = (path: string) => fetch(`${shop.url}/.well-known/${path}`);
  expect((await get(name)).status).toBe(404);
  writeFileSync(join(folder, name), '7B2276657273696F6E');
  writeFileSync(join(folder, 'mori.json'), '{}', { mode: 0o600 });
  const reply = await get(name);
  expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
    200,
    'text/plain',
    '7B2276657273696F6E',
  ]);
  for (const path of ['mori.json', `${name}/../mori.json`, encodeURIComponent('../mori.json')])
    expect((await get(path)).status, path).toBe(404);
  writeFileSync(join(folder, name), 'x'.repeat(100_000));
  expect((await get(name)).status).toBe(404);
});
