import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import { publishOpsAddress } from '#server/operators/client/address-file.ts';
import { readLedger } from './kit/buyer.ts';
import { bought } from './kit/extras.ts';
import { openOps } from './kit/ops.ts';
import { runProgram, temporaryFolder } from './kit/process.ts';
import { type Shop, startShop } from './kit/shop.ts';

const words = expect.stringContaining('it is not known whether the command was done');

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
  expect(await run('server/ops.ts', 'refund', 'AAAA-AAAA-AAAA')).toEqual({ code: 3, out: '', err: words });
  const asJson = await run('server/ops.ts', 'refund', 'AAAA-AAAA-AAAA', '--json');
  expect(asJson).toMatchObject({ code: 3, err: '' });
  expect(JSON.parse(asJson.out)).toEqual({ outcome: 'unknown', said: { en: words } });
  expect(await run('server/db.ts', 'import', file)).toEqual({ code: 3, out: '', err: words });
  expect(paths).toEqual(['/refund', '/refund', '/catalogue-import']);
  expect(existsSync(join(folder, 'pg'))).toBe(false);
});

describe('a command that the shop began and could not end', () => {
  const away = new DatabaseUnavailable('57P01');

  /** Runs programs beside a shop with the operator's commands, whose dependencies may fail. */
  const beside = async (failing: (shop: Shop) => Partial<Shop['deps']> = () => ({})) => {
    const shop = await startShop();
    const ops = await openOps({ ...shop, deps: { ...shop.deps, ...failing(shop) } });
    const { folder, remove } = temporaryFolder();
    publishOpsAddress(folder, ops);
    onTestFinished(async () => {
      await ops.close();
      await shop.close();
      remove();
    });
    return {
      shop,
      folder,
      run: (program: string, ...args: string[]) => runProgram(program, { DATA_DIR: folder }, ...args),
    };
  };

  it('since the database was lost after the money went back, says that the outcome is unknown', async () => {
    let [isLost, isBack] = [false, false];
    const { shop, run } = await beside(({ db, deps: { payments } }) => {
      const { stripe_secure: paid } = payments;
      if (!paid) throw new Error('the shop takes no such payment');
      const refund: typeof paid.refund = async (...attempt) => {
        const isDone = await paid.refund(...attempt);
        isLost = isDone && !isBack;
        return isDone;
      };
      const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
        if (isLost) throw away;
        return node;
      };
      return {
        db: db.withPlugin({ transformQuery, transformResult: async ({ result }) => result }),
        payments: { ...payments, stripe_secure: { ...paid, refund } },
      };
    });
    const { number, token, price } = await bought(shop);
    expect(await run('server/ops.ts', 'refund', number)).toEqual({ code: 3, out: '', err: words });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
    const again = await run('server/ops.ts', 'refund', number, '--json');
    expect(again).toMatchObject({ code: 3, err: '' });
    expect(JSON.parse(again.out)).toEqual({ outcome: 'unknown', said: { en: words } });
    [isLost, isBack] = [false, true];
    expect(await run('server/ops.ts', 'refund', number)).toMatchObject({ code: 0 });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
  });
});
