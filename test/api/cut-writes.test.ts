import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { apiPrefix, contract } from '#src/api/contract/index.ts';
import { choiceOf, newKey, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { changeRows } from './kit/rows.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import { headersOf, makeWrite, sendThrough, sendWrite, type Write, writes } from './kit/writes.ts';

/** Every write of the contract whose response is lost, or whose process dies before responding. */
const shop = await forFile(startWholeShop());

const pathOf = ({ endpoint, params }: Write): string =>
  `${apiPrefix}${endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '')}`;

/** Sends the whole request and disconnects: at once, or after the first bytes of the response. */
const sendAndLose = (write: Write, key: string, when: 'at once' | 'in the answer'): Promise<void> => {
  const { hostname, port } = new URL(shop.url);
  const body = write.body === undefined ? '' : JSON.stringify(write.body);
  const head = [
    `${write.endpoint.method} ${pathOf(write)} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `idempotency-key: "${key}"`,
    ...Object.entries(headersOf(write)).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['content-type: application/json']),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', reject);
    socket.once('close', () => resolve());
    if (when === 'in the answer') socket.once('data', () => socket.destroy());
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
      if (when === 'at once') socket.destroy();
    });
  });
};

/** The state after a process died between effect and response: a key marked as running that no process owns. */
const dieBeforeAnswer = (startedAt: Date) =>
  changeRows(shop, 'idempotency', {}, { status: null, body: null, started_at: startedAt });

it('the table has every write of the contract', () => {
  const named = Object.entries(contract).flatMap(([name, row]) => ('write' in row && row.write ? [name] : []));
  expect([...writes].sort()).toEqual(named.sort());
});

describe.each(writes)('%s', (name) => {
  const make = () => makeWrite(shop, name);
  /**
   * The last status and the effect, to compare with an uninterrupted twin. Stock is compared as a difference because other orders
   * hold seats too.
   */
  const change = async (write: Write, work: () => Promise<number | undefined>) => {
    const before = await write.effect();
    const status = await work();
    const after = await write.effect();
    return { status, did: name === 'createOrder' ? Number(after) - Number(before) : [before, after] };
  };
  const sendOnce = async (write: Write) => (await sendWrite(shop, write, newKey())).status;

  it.each(['at once', 'in the answer'] as const)('lost %s and retried has one effect', async (when) => {
    const [write, twin] = [await make(), await make()];
    const key = newKey();
    const again = async () => {
      await sendAndLose(write, key, when);
      const answers = [await sendThrough(shop, write, key), await sendThrough(shop, write, key)];
      expect(answers[1]?.text).toBe(answers[0]?.text);
      return answers[0]?.status;
    };
    expect(await change(write, again)).toEqual(await change(twin, () => sendOnce(twin)));
  });

  it('is 409 with Retry-After while its key runs, and is taken over when the process is dead', async () => {
    const [write, twin] = [await make(), await make()];
    const key = newKey();
    const again = async () => {
      await sendWrite(shop, write, key);
      await dieBeforeAnswer(new Date());
      const running = await sendWrite(shop, write, key);
      expect(problemOf(running)).toMatchObject({ status: 409, code: 'in_flight', retry_after: 1 });
      expect(running.headers.get('retry-after')).toBe('1');
      await dieBeforeAnswer(new Date(Date.now() - 16_000));
      return (await sendWrite(shop, write, key)).status;
    };
    expect(await change(write, again)).toEqual(await change(twin, () => sendOnce(twin)));
  });

  it('sent ten times at once with one key has one effect and one answer', async () => {
    const [write, twin] = [await make(), await make()];
    const key = newKey();
    const tenTimes = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => sendThrough(shop, write, key)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      return answers[0]?.status;
    };
    expect(await change(write, tenTimes)).toEqual(await change(twin, () => sendOnce(twin)));
  });

  it('rejects its key for another request of the same call', async () => {
    const [write, other] = [await make(), await make()];
    const key = newKey();
    await sendThrough(shop, write, key);
    if (pathOf(other) === pathOf(write) && JSON.stringify(other.body) === JSON.stringify(write.body)) return;
    const before = await other.effect();
    expect(problemOf(await sendWrite(shop, other, key))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await other.effect()).toEqual(before);
  });
});

describe('a key', () => {
  const sendOrder = (body: object, key: string) =>
    shop.send('createOrder', { body, headers: { 'idempotency-key': key } });

  it('returns the same rejection again', async () => {
    const [body, key] = [choiceOf('admission-none', 1), newKey()];
    const first = await sendOrder(body, key);
    expect(problemOf(first).code).toBe('product_change_date_error');
    expect((await sendOrder(body, key)).text).toBe(first.text);
  });

  it.each([
    ['hexadecimal digits', '0123456789abcdef0123456789abcde', newKey()],
    ['digits', '0123456789012345678901234567890', `${Date.now()}`.padEnd(32, '0')],
    ['letters', 'abcdefghijklmnopqrstu', 'qwertyuiopasdfghjklzxc'],
    ['signs of base64url', 'V1StGXR8_Z5jdHi6B-myT', `${Date.now()}-_aBcDeFg`],
    ['any signs', '!"#$%&()*+,-./:;<=>?@', `${Date.now()}!#$%&()*+`],
    ['a UUID', 'f81d4fae-7dec-41d0-a765-00a0c91e6bf', crypto.randomUUID().toUpperCase()],
    ['a UUID without letters', '63576138-0400-4699-8449-26865369179', '63576138-0400-4699-8449-268653691796'],
    ['25 signs of base 36 without digits', 'zzzzzzzzzzzzzzzzzzzzz', 'qwertyuiopasdfghjklzxcvbn'],
  ])('of %s is accepted if it can hold 128 bits, and else rejected by name', async (_, weak, strong) => {
    const { id } = await slotAt(shop, 5);
    for (const sent of [weak, `"${weak}"`])
      expect(problemOf(await sendOrder(choiceOf(id, 1), sent))).toMatchObject({
        status: 400,
        fields: ['idempotency-key'],
        errors: [{ detail: expect.stringContaining('128 bits') }],
      });
    const first = await sendOrder(choiceOf(id, 1), `"${strong}"`);
    expect([first.status, (await sendOrder(choiceOf(id, 1), strong)).text]).toEqual([200, first.text]);
  });
});
