import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { choiceOf, newKey, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { seatsOf } from './kit/time.ts';
import { makeWrite, sendThrough, writes } from './kit/writes.ts';

const shop = await forFile(startShop());

it('the table has every write of the contract', () => {
  const named = Object.entries(contract).flatMap(([name, row]) => ('write' in row && row.write ? [name] : []));
  expect([...writes].sort()).toEqual(named.sort());
});

describe.each(writes)('%s', (name) => {
  const make = () => makeWrite(shop, name);

  it('sent ten times at once with one key has one effect and one answer', async () => {
    const [write, twin] = [await make(), await make()];
    const before = await write.effect();
    const twinBefore = await twin.effect();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendThrough(shop, write, key)));
    const after = await write.effect();
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(before).toBeDefined();
    if (name === 'createOrder') expect(after).toBe(Number(before) + Object(write.body).quantity);
    else {
      await sendThrough(shop, twin, newKey());
      expect([after, before]).toEqual([await twin.effect(), twinBefore]);
    }
  });
});

describe('a key', () => {
  it('returns the same rejection again', async () => {
    const body = choiceOf('admission-none', 1);
    const key = newKey();
    const first = await shop.send('createOrder', { body, key });
    expect(problemOf(first).code).toBe('product_change_date_error');
    expect((await shop.send('createOrder', { body, key })).text).toBe(first.text);
  });

  it.each([
    ['31 hexadecimal digits', '0123456789abcdef0123456789abcde'],
    ['38 digits', '01234567890123456789012345678901234567'],
    ['27 letters', 'abcdefghijklmnopqrstuvwxyza'],
    ['21 signs of base64url', 'V1StGXR8_Z5jdHi6B-myT'],
    ['19 of any', '!"#$%&()*+,-./:;<=>'],
    ['a UUID without its last digit', 'f81d4fae-7dec-41d0-a765-00a0c91e6bf'],
  ])('that cannot hold 128 bits (%s) is rejected by name, without any effect', async (_, key) => {
    const { id } = await slotAt(shop, 5);
    const before = (await seatsOf(shop, id)).held;
    for (const sent of [key, `"${key}"`]) {
      const refused = await shop.send('createOrder', { body: choiceOf(id, 1), headers: { 'idempotency-key': sent } });
      const problem = problemOf(refused);
      expect(problem).toMatchObject({ status: 400, code: 'invalid_input', fields: ['idempotency-key'] });
      expect(problem.errors?.[0]?.detail).toContain('128 bits');
    }
    expect((await seatsOf(shop, id)).held).toBe(before);
  });

  it.each([
    ['32 hexadecimal digits, as our pages send', newIdempotencyKey()],
    ['39 digits', `${Date.now()}`.padEnd(39, '0')],
    ['28 letters', 'qwertyuiopasdfghjklzxcvbnmqw'],
    ['22 signs of base64url', `${Date.now()}-_aBcDeFg`],
    ['a UUID', crypto.randomUUID()],
    ['a UUID in capitals', crypto.randomUUID().toUpperCase()],
  ])('that can hold 128 bits (%s) is accepted', async (_, key) => {
    const { id } = await slotAt(shop, 5);
    const first = await shop.call('createOrder', { body: choiceOf(id, 1), key });
    const bare = await shop.send('createOrder', { body: choiceOf(id, 1), headers: { 'idempotency-key': key } });
    expect(JSON.parse(bare.text)).toEqual(first);
  });

  it('and its stored response cannot be read from the database', async () => {
    const { id } = await slotAt(shop, 5);
    const key = newKey();
    const { order_token } = await shop.call('createOrder', { body: choiceOf(id, 1), key });
    const tables = await Promise.all([
      shop.db.selectFrom('idempotency').selectAll().execute(),
      shop.db.selectFrom('orders').selectAll().execute(),
      shop.db.selectFrom('payments').selectAll().execute(),
      shop.db.selectFrom('tickets').selectAll().execute(),
      shop.db.selectFrom('ticket_people').selectAll().execute(),
    ]);
    const dump = JSON.stringify(tables);
    expect(dump).not.toContain(order_token);
    expect(dump).not.toContain(key);
  });
});
