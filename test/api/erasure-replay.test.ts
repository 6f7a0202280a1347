import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { fileErasures } from '#server/operators/retention/erasures.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { dumpLines, lighter, loadLines, openEmptyDatabase } from './kit/database.ts';
import { newAddress } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { temporaryFolder } from './kit/process.ts';
import { everything, orderIdOf, passDays, runNow } from './kit/retained.ts';
import { forFile, type Shop, startShop } from './kit/shop.ts';

const { folder, remove } = temporaryFolder();
const file = join(folder, 'records/erasures.jsonl');
const [past, upcoming, stranger] = [newAddress(), newAddress(), newAddress()];

const restored = async (): Promise<Shop> => {
  const database = await openEmptyDatabase();
  await loadLines(database.db, lines);
  const shop = await startShop({ database, erasures: fileErasures(file) });
  onTestFinished(shop.close);
  return shop;
};

const shop = await forFile(startShop({ erasures: fileErasures(file) }));
for (const mail of [past, upcoming, stranger]) {
  const { order } = await buyTicket(shop, await newSlot(shop), { adults: 2, email: mail });
  if (mail !== upcoming) await passDays(shop, await orderIdOf(shop, order), 5);
}
const lines = lighter(await dumpLines(shop.db));
const ops = await openOps(shop);
await ops.run('erase', { mail: past, apply: true });
await ops.run('erase', { mail: upcoming, apply: true, cancel: true });
await ops.close();
afterAll(remove);

it('the record contains no personal data, and only its owner can read it', () => {
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(readFileSync(file, 'utf8')).not.toContain('visitor.example');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('people restored by an older dump are erased in the next run, and nobody else is affected', async () => {
  const shop = await restored();
  expect(await everything(shop)).toContain(past);
  await runNow(shop);
  const remaining = await everything(shop);
  expect(remaining).not.toContain(past);
  expect(remaining).toContain(stranger);
  /* The dump restored the cancelled order as valid, so an operator has to decide. */
  expect(remaining).toContain(upcoming);
  expect(shop.logged).toContainEqual({ level: 'error', event: 'erasures_replayed', facts: { erased: 1, blocked: 1 } });
  const ops = await openOps(shop);
  expect(await ops.run('replay', {})).toMatchObject({ done: 'replay', erased: 0, blocked: 1 });
  await ops.run('erase', { mail: upcoming, apply: true, cancel: true });
  expect(await ops.run('replay', {})).toMatchObject({ erased: 1, blocked: 0 });
  expect(await ops.run('replay', {})).toMatchObject({ erased: 0, blocked: 0 });
  expect(await everything(shop)).not.toContain(upcoming);
  await ops.close();
});

it('a customer who returns after the erasure is not erased again', async () => {
  const shop = await restored();
  await buyTicket(shop, await newSlot(shop), { email: past });
  await runNow(shop);
  const rows = shop.db.selectFrom('orders').select('id').where('customer', 'is not', null).where('status', '=', 'paid');
  expect((await rows.execute()).length).toBe(3);
  expect(await everything(shop)).toContain(past);
});
