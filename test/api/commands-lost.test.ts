import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram, temporaryFolder } from './kit/process.ts';

it('a command whose shop is lost before it answers says that the outcome is unknown, and does nothing itself', async () => {
  const { folder, remove } = temporaryFolder();
  const paths: (string | undefined)[] = [];
  const shop = createServer(({ url, socket }) => {
    paths.push(url);
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    shop.close();
    remove();
  });
  await once(shop, 'listening');
  const address = shop.address();
  const port = typeof address === 'object' ? address?.port : null;
  const endpoint = { url: `http://127.0.0.1:${port}`, token: 'x'.repeat(43) };
  writeFileSync(join(folder, 'ops.json'), JSON.stringify(endpoint));
  const file = join(folder, 'mine.json');
  writeFileSync(file, '{"site": "borderless"}');
  const run = (program: string, ...args: string[]) => runProgram(program, { DATA_DIR: folder }, ...args);
  const words = expect.stringContaining('it is not known whether the command was done');
  expect(await run('server/ops.ts', 'refund', 'AAAA-AAAA-AAAA')).toEqual({ code: 3, out: '', err: words });
  const asJson = await run('server/ops.ts', 'refund', 'AAAA-AAAA-AAAA', '--json');
  expect(asJson).toMatchObject({ code: 3, err: '' });
  expect(JSON.parse(asJson.out)).toEqual({ outcome: 'unknown', said: { en: words } });
  expect(await run('server/db.ts', 'import', file)).toEqual({ code: 3, out: '', err: words });
  expect(paths).toEqual(['/refund', '/refund', '/catalogue-import']);
  expect(existsSync(join(folder, 'pg'))).toBe(false);
});
