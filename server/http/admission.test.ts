import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { createAdmissionQueue, type Rank, rankOf } from './admission.ts';

const few = { atOnce: 2, waiting: { ticket: 2, catalogue: 2, order: 1 }, patience: 1_000, memory: 2 };

/** Some turns of the event loop. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

/** An admission queue with work that ends by hand; `order` is what began, in its order. */
const opened = () => {
  const queue = createAdmissionQueue(few);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (rank: Rank, name: string) =>
    queue.admit(rank, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { queue, began, ask, end };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('the admission queue', () => {
  it('lets in as many as have a place, then the most urgent first', async () => {
    const { queue, began, ask, end } = opened();
    const all = [ask('order', 'a')];
    await settled();
    all.push(ask('catalogue', 'b'));
    await settled();
    all.push(ask('order', 'c'), ask('catalogue', 'd'), ask('ticket', 'e'));
    await settled();
    expect(began).toEqual(['a', 'b']);
    expect(queue.count('order')).toEqual({ running: 1, waiting: 1 });
    for (const name of ['a', 'b', 'e', 'd', 'c']) await end(name);
    expect(began).toEqual(['a', 'b', 'e', 'd', 'c']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(queue.count('order')).toEqual({ running: 0, waiting: 0 });
  });

  it('never keeps a purchase waiting, nor anybody because of one', async () => {
    const { began, ask, end } = opened();
    const all = [...'abcdef'].map((name) => ask('purchase', name));
    all.push(ask('order', 'g'), ask('order', 'h'));
    await settled();
    expect(began).toEqual([...'abcdefgh']);
    for (const name of began) await end(name);
    expect(await Promise.all(all)).toHaveLength(8);
  });

  it('refuses at once where the line is long, and who waited in vain', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { ask, queue, began } = opened();
    void ask('order', 'a');
    void ask('order', 'b');
    await settled();
    const waiting = ask('order', 'c');
    const refused = { code: 'connection_error', status: 503, extra: { retryAfter: expect.any(Number) } };
    await expect(ask('order', 'd')).rejects.toMatchObject(refused);
    const late = expect(waiting).rejects.toMatchObject(refused);
    await vi.advanceTimersByTimeAsync(1.5 * few.patience);
    await late;
    expect(queue.count('order')).toEqual({ running: 2, waiting: 0 });
    expect(began).toEqual(['a', 'b']);
  });

  it('refuses at once who would wait too long, as it goes lately', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const queue = createAdmissionQueue({ ...few, atOnce: 1, waiting: { ticket: 9, catalogue: 9, order: 9 } });
    const ends: (() => void)[] = [];
    const ask = (rank: Rank) => queue.admit(rank, () => new Promise<void>((resolve) => ends.push(resolve)));
    const all = Array.from({ length: 8 }, () => ask('order'));
    await settled();
    /* Each takes 400 ms: with the six others after some of them, nobody who comes now has a chance. */
    for (let turn = 0; turn < 4; turn += 1) {
      vi.advanceTimersByTime(400);
      ends.shift()?.();
      await settled();
    }
    expect(queue.count('order')).toEqual({ running: 1, waiting: 3 });
    vi.useRealTimers();
    await expect(ask('order')).rejects.toMatchObject({ code: 'connection_error' });
    all.push(ask('ticket'));
    for (; queue.count('order').running + queue.count('ticket').running > 0; await settled()) ends.shift()?.();
    expect(await Promise.all(all)).toHaveLength(9);
  });

  it('forgets how slowly it went when nobody waits any more', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const queue = createAdmissionQueue({ ...few, atOnce: 1, waiting: { ticket: 9, catalogue: 9, order: 9 } });
    const ends: (() => void)[] = [];
    const ask = () => queue.admit('order', () => new Promise<void>((resolve) => ends.push(resolve)));
    const end = async () => {
      ends.shift()?.();
      await settled();
    };
    const all = [ask(), ask(), ask()];
    await settled();
    vi.advanceTimersByTime(9 * few.patience);
    for (let one = 0; one < 3; one += 1) await end();
    all.push(ask(), ask(), ask());
    await settled();
    for (let one = 0; one < 3; one += 1) await end();
    expect(await Promise.all(all)).toHaveLength(6);
  });

  it('lets in first who is just connecting, but keeps nobody waiting for ever', async () => {
    const { queue, began, ask, end } = opened();
    const all = [ask('order', 'a')];
    queue.connected();
    await new Promise(setImmediate);
    expect(began).toEqual([]);
    while (!began.includes('a')) {
      queue.connected();
      await new Promise(setImmediate);
    }
    await end('a');
    expect(await Promise.all(all)).toEqual(['a']);
  });

  it('gives the place back when the work fails', async () => {
    const queue = createAdmissionQueue({ ...few, atOnce: 1 });
    for (let count = 0; count < 3; count += 1)
      await expect(queue.admit('order', () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    expect(await queue.admit('order', async () => 'done')).toBe('done');
  });
});

it('every call has a rank by what it is for', () => {
  const of = (rank: Rank) =>
    Object.entries(contract).flatMap(([name, { path }]) => (rankOf(path, {}) === rank ? [name] : []));
  expect(of('order')).toEqual(['createOrder']);
  expect(of('purchase')).toEqual(
    expect.arrayContaining([
      'putOrder',
      'checkout',
      'confirmCheckout',
      'getReturn',
      'createOrderCoupon',
      'extendOrder',
    ]),
  );
  expect(of('ticket')).toEqual(expect.arrayContaining(['getTicket', 'getReservation', 'getToday', 'changeDate']));
  expect(of('catalogue')).toEqual(expect.arrayContaining(['getProducts', 'searchProducts', 'getOrderableStocks']));
  expect(rankOf('/orders', { replaces: 'token' })).toBe('purchase');
});
