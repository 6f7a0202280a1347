import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { apiPrefix } from '#src/api/contract/index.ts';
import { methods } from '#src/domain/payment.ts';
import { newKey, readLedger } from './kit/buyer.ts';
import { orderFor, waysToPay } from './kit/every-method.ts';
import { forFile } from './kit/for-file.ts';
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
  shop.db.updateTable('idempotency').set({ status: null, body: null, started_at: startedAt }).execute();

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

describe.each(methods)('checkout by %s without a key', (method) => {
  it('charges an order at most once, however often it is sent', async () => {
    const order = await orderFor(shop, method);
    const sendCheckout = async () => {
      const payment = { token: await waysToPay[method].token(shop), brand: '', last4: '' };
      const body = { payment_method: method, payment, lang: 'ja', price: order.price };
      return shop.send('checkout', { params: { token: order.token }, body, key: null });
    };
    await Promise.all(Array.from({ length: 5 }, sendCheckout));
    const last = await sendCheckout();
    expect(last.status).toBe(200);
    expect((await readLedger(shop, order.token)).charges).toBeLessThanOrEqual(1);
  });
});
