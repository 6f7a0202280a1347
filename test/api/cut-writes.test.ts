import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#server/shared/problem.ts';
import { hashOfKey, once, type SerializedResponse } from '#server/web/http/idempotency.ts';
import { apiPrefix, contract } from '#src/api/contract/index.ts';
import { changeRows, newSlot, rowsOf, seatsOf } from './kit/arrange.ts';
import { choiceOf, clearFaults, newKey, setFault, slotAt } from './kit/buyer.ts';
import { untilAnswered } from './kit/every-method.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';
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
  const named = Object.entries(contract).flatMap(([name, row]) => (row.method === 'GET' ? [] : [name]));
  expect([...writes].sort()).toEqual(named.sort());
});

/** Calls whose repetition with another key changes nothing. */
const repeatable =
  'putOrder createOrderCoupon deleteOrder checkout confirmCheckout shareTicket stopSharing putMailMagazine'.split(' ');
const withoutToken = ['createOrder', 'createReservationMail'];
const countKeys = async () => (await rowsOf(shop, 'idempotency', {})).length;

describe.each(writes)('%s', (name) => {
  const make = () => makeWrite(shop, name);
  /** The status, and the effects before and after. Seats are compared as a difference, because other orders hold seats too. */
  const change = async (write: Write, work: () => Promise<number | undefined>) => {
    const before = await write.effect();
    const status = await work();
    const after = await write.effect();
    return { status, did: name === 'createOrder' ? Number(after) - Number(before) : [before, after] };
  };

  /** A write that is sent once and answered, with which interrupted ones are compared. */
  let twin: Write;
  let expected: Awaited<ReturnType<typeof change>>;
  const twinKey = newKey();
  beforeAll(async () => {
    /* A confirmation after the provider's notice changes nothing. */
    await setFault(shop, noNotices);
    twin = await make();
    expected = await change(twin, async () => (await sendWrite(shop, twin, twinKey)).status);
  });
  afterAll(() => clearFaults(shop));

  /* Before others change all stored keys (dieBeforeAnswer). */
  it('rejects its key for another request of the same call', async () => {
    const other = await make();
    if (pathOf(other) === pathOf(twin) && JSON.stringify(other.body) === JSON.stringify(twin.body)) return;
    const before = await other.effect();
    const reused = await sendWrite(shop, other, twinKey);
    expect(problemOf(reused)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await other.effect()).toEqual(before);
  });

  it('stores no key when it changes nothing', async () => {
    let unchanged = 0;
    for (let times = 0; times < 3; times += 1) {
      const [effect, before] = [JSON.stringify(await twin.effect()), await countKeys()];
      const { status } = await sendThrough(shop, twin, newKey());
      if (JSON.stringify(await twin.effect()) !== effect) continue;
      expect(await countKeys()).toBe(before);
      if (status === 200) unchanged += 1;
    }
    expect(unchanged).toBe(repeatable.includes(name) ? 3 : 0);
  });

  it.each(['at once', 'in the answer'] as const)('lost %s and retried has one effect', async (when) => {
    const write = await make();
    const key = newKey();
    const again = async () => {
      await sendAndLose(write, key, when);
      const answers = [await sendThrough(shop, write, key), await sendThrough(shop, write, key)];
      expect(answers[1]?.text).toBe(answers[0]?.text);
      return answers[0]?.status;
    };
    expect(await change(write, again)).toEqual(expected);
  });

  it('is 409 with Retry-After while its key runs, and is taken over when the process is dead', async () => {
    const write = await make();
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
    expect(await change(write, again)).toEqual(expected);
  });

  it('sent ten times at once with one key has one effect and one answer', async () => {
    const write = await make();
    const key = newKey();
    const tenTimes = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => sendThrough(shop, write, key)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      return answers[0]?.status;
    };
    expect(await change(write, tenTimes)).toEqual(expected);
  });

  if (withoutToken.includes(name)) return;
  it('stores no key when it is refused for its token', async () => {
    const { endpoint, params, body } = twin;
    const unknown = Object.fromEntries(Object.keys(params).map((param) => [param, newKey()]));
    const sent = name === 'confirmCheckout' ? { ...Object(body), payment_intent_id: `pi_${newKey()}` } : body;
    const before = await countKeys();
    expect((await shop.send(endpoint, { params: unknown, body: sent, key: newKey() })).status).toBe(404);
    expect(await countKeys()).toBe(before);
  });
});

describe('a key', () => {
  const sendOrder = (body: object, key: string) =>
    shop.send('createOrder', { body, headers: { 'idempotency-key': key } });

  it('of a refused write is judged again, ten times at once with one effect and one answer', async () => {
    const slot = await newSlot(shop, { seats: 1 });
    const [body, key] = [choiceOf(slot, 1), newKey()];
    await changeRows(shop, 'time_spans', { id: slot }, { sold: 1 });
    const refused = await Promise.all(Array.from({ length: 10 }, () => untilAnswered(() => sendOrder(body, key))));
    expect(new Set(refused.map((answer) => problemOf(answer).code))).toEqual(new Set(['seat_reserve_error']));
    await changeRows(shop, 'time_spans', { id: slot }, { sold: 0 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => untilAnswered(() => sendOrder(body, key))));
    expect([answers[0]?.status, new Set(answers.map(({ text }) => text)).size]).toEqual([200, 1]);
    expect((await seatsOf(shop, slot)).held).toBe(1);
  });

  /** A request whose key is taken over by another one that runs still. */
  const takenOver = async () => {
    const keyed = { scope: 'test', key: newKey(), fingerprint: 'x' };
    const run = (work: Promise<SerializedResponse>) => once(shop.db, shop.deps.tokens, keyed, () => work);
    const started = async () => (await rowsOf(shop, 'idempotency', { key_hash: hashOfKey(keyed) }))[0]?.started_at;
    const [late, second] = [Promise.withResolvers<SerializedResponse>(), Promise.withResolvers<SerializedResponse>()];
    const first = run(late.promise);
    await expect.poll(started).toBeDefined();
    const old = new Date(Date.now() - 16_000);
    await changeRows(shop, 'idempotency', { key_hash: hashOfKey(keyed) }, { started_at: old });
    const next = run(second.promise);
    await expect.poll(started).not.toEqual(old);
    return { run, late, second, first, next };
  };
  const answerOf = (text: string): SerializedResponse => ({ status: 200, body: JSON.stringify(text), final: true });

  it.each(['is refused', 'is answered', 'changes nothing', 'is refused after the answer'])(
    'that another process took over belongs to that one, however late the first one %s',
    async (how) => {
      const { run, late, second, first, next } = await takenOver();
      const isAfter = how.endsWith('after the answer');
      if (isAfter) second.resolve(answerOf('second'));
      if (isAfter) await next;
      if (how.startsWith('is refused')) late.reject(new Problem('invalid_quantity'));
      else late.resolve({ ...answerOf('first'), final: how === 'is answered' });
      await first.catch(() => {});
      if (!isAfter) await expect(run(Promise.resolve(answerOf('third')))).rejects.toMatchObject({ code: 'in_flight' });
      second.resolve(answerOf('second'));
      await next;
      expect(await run(Promise.resolve(answerOf('fourth')))).toEqual(answerOf('second'));
    },
  );

  it('that is not stored leaves its space to the next ones', async () => {
    const sizeAfter = async (): Promise<unknown> => {
      await sql`insert into idempotency (key_hash, fingerprint) select 'key ' || n, 'x' from generate_series(1, 5000) n`.execute(
        shop.db,
      );
      await sql`delete from idempotency where fingerprint = 'x'`.execute(shop.db);
      await shop.sweep();
      /* PostgreSQL's own autovacuum frees the space, when it likes and no older transaction may still read the rows. */
      if (!shop.deps.embedded)
        return (await sql`select 1 from idempotency where fingerprint = 'x'`.execute(shop.db)).rows;
      return (await sql`select pg_total_relation_size('idempotency')::int as size`.execute(shop.db)).rows;
    };
    for (let round = 0; round < 2; round += 1) await sizeAfter();
    expect(await sizeAfter()).toEqual(await sizeAfter());
  });

  it.each([
    ['hexadecimal digits', '0123456789abcdef0123456789abcde', newKey()],
    ['digits', '0123456789012345678901234567890', `${Date.now()}`.padEnd(32, '0')],
    ['letters', 'abcdefghijklmnopqrstu', 'qwertyuiopasdfghjklzxc'],
    ['characters of base64url', 'V1StGXR8_Z5jdHi6B-myT', `${Date.now()}-_aBcDeFg`],
    ['any characters', '!"#$%&()*+,-./:;<=>?@', `${Date.now()}!#$%&()*+`],
    ['a UUID', 'f81d4fae-7dec-41d0-a765-00a0c91e6bf', crypto.randomUUID().toUpperCase()],
    ['a UUID without letters', '63576138-0400-4699-8449-26865369179', '63576138-0400-4699-8449-268653691796'],
    ['25 characters of base 36 without digits', 'zzzzzzzzzzzzzzzzzzzzz', 'qwertyuiopasdfghjklzxcvbn'],
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
