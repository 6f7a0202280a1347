import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { cardToken, choiceOf, newKey, pay, readLedger, ready, setFault, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { seatsOf } from './kit/time.ts';
import { makeWrite, sendThrough, sendWrite, writes } from './kit/writes.ts';

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

  it('rejects the key for another body, and accepts it quoted or bare', async () => {
    const write = await make();
    const key = newKey();
    const first = await sendThrough(shop, write, key);
    if (write.body !== undefined) {
      const other = {
        ...Object(write.body),
        lang: 'en',
        price: 1,
        fullname: 'Other',
        email: 'other@visitor.example',
        coupon: 'OTHER',
        payment_intent_id: 'pi_other',
        option_values: [],
        time_span_id: 'other',
      };
      const known = Object.keys(Object(write.body));
      const body = Object.fromEntries(Object.entries(other).filter(([field]) => known.includes(field)));
      expect(problemOf(await sendWrite(shop, { ...write, body }, key))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      });
    }
    const { endpoint, params, body } = write;
    const bare = await shop.send(endpoint, { params, body, headers: { 'idempotency-key': key } });
    expect(bare.text).toBe(first.text);
  });
});

describe('a key', () => {
  it('still running is 409 with Retry-After, and later returns the response', async () => {
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    const token = await cardToken(shop);
    const key = newKey();
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: 'h1' });
    const first = pay(shop, order, { key, token });
    await shop.sandbox.sandbox.faults.whenHeld('h1');
    const running = await pay(shop, order, { key, token });
    expect(problemOf(running)).toMatchObject({ status: 409, code: 'in_flight' });
    expect(running.headers.get('retry-after')).toBe('1');
    shop.sandbox.sandbox.faults.release('h1');
    const answered = await first;
    expect((await pay(shop, order, { key, token })).text).toBe(answered.text);
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1 });
  });

  it('returns the same rejection again', async () => {
    const body = choiceOf('admission-none', 1);
    const key = newKey();
    const first = await shop.send(createOrder, { body, key });
    expect(problemOf(first).code).toBe('product_change_date_error');
    expect((await shop.send(createOrder, { body, key })).text).toBe(first.text);
  });

  it.each(['short', 'with\ttab and space', 'x'.repeat(256)])(
    'that is invalid (%j) is rejected by name',
    async (key) => {
      const { id } = await slotAt(shop, 5);
      const refused = await shop.send(createOrder, { body: choiceOf(id, 1), headers: { 'idempotency-key': key } });
      expect(problemOf(refused)).toMatchObject({ status: 400, fields: ['idempotency-key'] });
    },
  );

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
      const refused = await shop.send(createOrder, { body: choiceOf(id, 1), headers: { 'idempotency-key': sent } });
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
    const first = await shop.call(createOrder, { body: choiceOf(id, 1), key });
    expect(await shop.call(createOrder, { body: choiceOf(id, 1), key })).toEqual(first);
  });

  it('and its stored response cannot be read from the database', async () => {
    const { id } = await slotAt(shop, 5);
    const key = newKey();
    const { order_token } = await shop.call(createOrder, { body: choiceOf(id, 1), key });
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
