import { afterEach, describe, expect, it, vi } from 'vitest';
import { bounds, createAdmissionQueue, type RequestClass } from './admission.ts';

const every = (most: number): Record<RequestClass, number> => ({
  purchase: most,
  payment: most,
  ticket: most,
  verify: most,
  catalogue: most,
  order: most,
});
const few = { ...bounds, atOnce: 2, perClient: 2, waiting: { ...every(2), order: 1 }, patience: 1_000, sample: 2 };

/** Waits for a few tasks of the event loop. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

/** An admission queue whose requests end on command; `began` lists requests in the order in which they began. */
const opened = (given = few) => {
  const queue = createAdmissionQueue(given);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (of: RequestClass, name: string, client = name) =>
    queue.admit(of, client, () => {
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
  it('begins as many as there are places, then the class of more weight first', async () => {
    const { queue, began, ask, end } = opened();
    const all = [ask('order', 'a')];
    await settled();
    all.push(ask('catalogue', 'b'));
    await settled();
    all.push(ask('order', 'c'), ask('catalogue', 'd'));
    await settled();
    expect(began).toEqual(['a', 'b']);
    expect(queue.count('order')).toEqual({ running: 1, waiting: 1, refused: 0 });
    for (const name of ['a', 'b', 'd', 'c']) await end(name);
    expect(began).toEqual(['a', 'b', 'd', 'c']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
    expect(queue.count('order')).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('lets no class starve another: while both wait, orders have one turn in three', async () => {
    const { began, ask, end } = opened({ ...few, atOnce: 1, waiting: every(99) });
    const all = Array.from({ length: 12 }, (_, at) => ask('catalogue', `c${at}`));
    all.push(...Array.from({ length: 4 }, (_, at) => ask('order', `o${at}`)));
    for (let at = 0; at < 16; at += 1) {
      await settled();
      await end(began[at] ?? '');
    }
    expect(await Promise.all(all)).toHaveLength(16);
    expect(began.slice(0, 9).filter((name) => name.startsWith('o'))).toHaveLength(3);
  });

  it('keeps purchases and tickets out of the places of new visitors', async () => {
    const { began, ask, end } = opened();
    const all = [...'ab'].map((name) => ask('order', name));
    await settled();
    all.push(ask('order', 'c'), ask('purchase', 'd'), ask('ticket', 'e'));
    await settled();
    expect(began).toEqual([...'abde']);
    for (const name of 'abcde') await end(name);
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('gives a client no more than its places, while others go past it', async () => {
    const { queue, began, ask, end } = opened({ ...few, atOnce: 3, perClient: 2, waiting: every(99) });
    const all = Array.from({ length: 9 }, (_, at) => ask('catalogue', `flood${at}`, 'flood'));
    await settled();
    expect(began).toHaveLength(2);
    expect(queue.count('catalogue')).toMatchObject({ running: 2, waiting: 7 });
    all.push(ask('catalogue', 'visitor'), ask('catalogue', 'second'));
    await settled();
    expect(began[2]).toBe('visitor');
    await end('flood0');
    await end('visitor');
    expect(began.slice(3)).toEqual(['flood2', 'second']);
    await end('second');
    for (let at = 1; at < 9; at += 1) await end(`flood${at}`);
    expect(await Promise.all(all)).toHaveLength(11);
  });

  it('when full refuses the client that has most waiting, never the one that comes', async () => {
    const { ask, end, began, queue } = opened({ ...few, atOnce: 1, waiting: every(3) });
    const flood = Array.from({ length: 5 }, (_, at) => ask('catalogue', `flood${at}`, 'flood'));
    const visitor = ask('catalogue', 'visitor');
    const refused = { code: 'connection_error' };
    await Promise.all([flood[3], flood[4]].map((one) => expect(one).rejects.toMatchObject(refused)));
    await settled();
    await end('flood0');
    expect(began).toEqual(['flood0', 'visitor']);
    for (const name of ['visitor', 'flood1', 'flood2']) await end(name);
    expect(await visitor).toBe('visitor');
    expect(queue.count('catalogue').refused).toBe(2);
  });

  it('refuses at once where the queue is full, and what waited in vain', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { ask, queue, began } = opened();
    void ask('order', 'a', 'one');
    await settled();
    void ask('order', 'b', 'one');
    await settled();
    const waiting = ask('order', 'c', 'one');
    const refused = { code: 'connection_error', status: 503, extra: { retryAfter: expect.any(Number) } };
    await expect(ask('order', 'd', 'one')).rejects.toMatchObject(refused);
    const late = expect(waiting).rejects.toMatchObject(refused);
    await vi.advanceTimersByTimeAsync(1.5 * few.patience);
    await late;
    expect(queue.count('order')).toEqual({ running: 2, waiting: 0, refused: 2 });
    expect(began).toEqual(['a', 'b']);
  });

  it('refuses at once a client that would wait too long behind itself, and nobody else', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const queue = createAdmissionQueue({ ...few, atOnce: 1, waiting: every(9) });
    const ends: (() => void)[] = [];
    const ask = (client: string) =>
      queue.admit('order', client, () => new Promise<void>((resolve) => ends.push(resolve)));
    const all = Array.from({ length: 8 }, () => ask('flood'));
    await settled();
    /* Each takes 400 ms; after four of them three still wait. */
    for (let turn = 0; turn < 4; turn += 1) {
      vi.advanceTimersByTime(400);
      ends.shift()?.();
      await settled();
    }
    expect(queue.count('order')).toMatchObject({ running: 1, waiting: 3 });
    vi.useRealTimers();
    await expect(ask('flood')).rejects.toMatchObject({ code: 'connection_error' });
    all.push(ask('visitor'));
    for (; queue.count('order').running > 0; await settled()) ends.shift()?.();
    expect(await Promise.all(all)).toHaveLength(9);
  });

  it('forgets how slowly it went when nobody waits any more', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const queue = createAdmissionQueue({ ...few, atOnce: 1, waiting: every(9) });
    const ends: (() => void)[] = [];
    const ask = () => queue.admit('order', 'one', () => new Promise<void>((resolve) => ends.push(resolve)));
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

  it('gives the place of a request to others while it waits for another server', async () => {
    const { queue, began, ask, end } = opened({ ...few, atOnce: 1 });
    let answer: (() => void) | undefined;
    const provider = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const payment = queue.admit('payment', 'p', async () => {
      await queue.outside(() => queue.outside(() => provider));
      return queue.count('payment').running;
    });
    await settled();
    const other = ask('purchase', 'a', 'p');
    await settled();
    expect([began, queue.count('payment').running]).toEqual([['a'], 0]);
    answer?.();
    expect(await payment).toBe(1);
    expect(queue.count('payment').running).toBe(0);
    await end('a');
    expect(await other).toBe('a');
    expect(await queue.outside(async () => 'no request')).toBe('no request');
  });

  it('accepts new connections first, but keeps nobody waiting for ever', async () => {
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
    const queue = createAdmissionQueue({ ...few, atOnce: 1, perClient: 1 });
    for (let count = 0; count < 3; count += 1)
      await expect(queue.admit('order', 'a', () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    expect(await queue.admit('order', 'a', async () => 'done')).toBe('done');
  });
});
