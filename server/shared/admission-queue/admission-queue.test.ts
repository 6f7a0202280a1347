import { afterEach, describe, expect, it, vi } from 'vitest';
import { bounds, createAdmissionQueue, type RequestClass } from './admission-queue.ts';

const every = (limit: number): Record<RequestClass, number> => ({
  purchase: limit,
  payment: limit,
  ticket: limit,
  verify: limit,
  catalogue: limit,
  order: limit,
});
const few = {
  ...bounds,
  atOnce: 2,
  perClient: 2,
  waiting: { ...every(2), order: 1 },
  maxWait: 1_000,
};

/** Waits for a few tasks of the event loop. */
const settled = async () => {
  for (let task = 0; task < 5; task += 1) await new Promise(setImmediate);
};

/** An admission queue whose requests end on command; `began` lists requests as they began. */
const opened = (options = few) => {
  const queue = createAdmissionQueue(options);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const submit = (of: RequestClass, name: string, client = name) =>
    queue.admit(of, client, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { queue, began, submit, end };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('the admission queue', () => {
  it('starts as many requests as it has places, then the class with the higher weight first', async () => {
    const { queue, began, submit, end } = opened();
    const all = [submit('order', 'a')];
    await settled();
    all.push(submit('catalogue', 'b'));
    await settled();
    all.push(submit('order', 'c'), submit('catalogue', 'd'));
    await settled();
    expect(began).toEqual(['a', 'b']);
    expect(queue.count('order')).toEqual({ running: 1, waiting: 1, refused: 0 });
    for (const name of ['a', 'b', 'd', 'c']) await end(name);
    expect(began).toEqual(['a', 'b', 'd', 'c']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
    expect(queue.count('order')).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('starves no class: while both wait, every third request is an order', async () => {
    const { began, submit, end } = opened({ ...few, atOnce: 1, waiting: every(99) });
    const all = Array.from({ length: 12 }, (_, at) => submit('catalogue', `c${at}`));
    all.push(...Array.from({ length: 4 }, (_, at) => submit('order', `o${at}`)));
    for (let at = 0; at < 16; at += 1) {
      await settled();
      await end(began[at] ?? '');
    }
    expect(await Promise.all(all)).toHaveLength(16);
    expect(began.slice(0, 9).filter((name) => name.startsWith('o'))).toHaveLength(3);
  });

  it('limits the places of a client, and lets other clients overtake it', async () => {
    const { queue, began, submit, end } = opened({ ...few, atOnce: 3, perClient: 2, waiting: every(99) });
    const all = Array.from({ length: 9 }, (_, at) => submit('catalogue', `flood${at}`, 'flood'));
    await settled();
    expect(began).toHaveLength(2);
    expect(queue.count('catalogue')).toMatchObject({ running: 2, waiting: 7 });
    all.push(submit('catalogue', 'visitor'), submit('catalogue', 'second'));
    await settled();
    expect(began[2]).toBe('visitor');
    await end('flood0');
    await end('visitor');
    expect(began.slice(3)).toEqual(['flood2', 'second']);
    await end('second');
    for (let at = 1; at < 9; at += 1) await end(`flood${at}`);
    expect(await Promise.all(all)).toHaveLength(11);
  });

  it('limits the places of the networks around an address, which may have more', async () => {
    const { began, submit, end } = opened({ ...few, atOnce: 16, perClient: 2, waiting: every(99) });
    const all = Array.from({ length: 6 }, (_, at) => submit('catalogue', `flood${at}`, `2001:db8:1:a0${at}::/64`));
    await settled();
    /* Two places of an address are three of a /56 and four of a /48 (`networksOf`). */
    expect(began).toHaveLength(3);
    all.push(...Array.from({ length: 6 }, (_, at) => submit('catalogue', `more${at}`, `2001:db8:1:${at}00::/64`)));
    await settled();
    expect(began).toHaveLength(4);
    all.push(submit('catalogue', 'visitor'));
    await settled();
    expect(began[4]).toBe('visitor');
    for (let at = 0; at < 13; at += 1) await end(began[at] ?? '');
    expect(await Promise.all(all)).toHaveLength(13);
  });

  it('rejects requests immediately when the queue is full, and others after a timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { submit, queue, began } = opened();
    void submit('order', 'a', 'one');
    await settled();
    void submit('order', 'b', 'one');
    await settled();
    const waiting = submit('order', 'c', 'one');
    const refused = { code: 'connection_error', status: 503, extra: { retryAfter: expect.any(Number) } };
    await expect(submit('order', 'd', 'one')).rejects.toMatchObject(refused);
    const late = expect(waiting).rejects.toMatchObject(refused);
    await vi.advanceTimersByTimeAsync(few.maxWait);
    await late;
    expect(queue.count('order')).toEqual({ running: 2, waiting: 0, refused: 2 });
    expect(began).toEqual(['a', 'b']);
  });

  it('releases the place of a request while it waits for another server', async () => {
    const { queue, began, submit, end } = opened({ ...few, atOnce: 1 });
    let answer: (() => void) | undefined;
    const provider = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const payment = queue.admit('payment', 'p', async () => {
      await queue.outside(() => queue.outside(() => provider));
      return queue.count('payment').running;
    });
    await settled();
    const other = submit('purchase', 'a', 'p');
    await settled();
    expect([began, queue.count('payment').running]).toEqual([['a'], 0]);
    answer?.();
    expect(await payment).toBe(1);
    expect(queue.count('payment').running).toBe(0);
    await end('a');
    expect(await other).toBe('a');
    expect(await queue.outside(async () => 'no request')).toBe('no request');
  });

  it('accepts new connections first, but still starts waiting requests', async () => {
    const { queue, began, submit, end } = opened();
    const all = [submit('order', 'a')];
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

  it('releases the place when the request fails', async () => {
    const queue = createAdmissionQueue({ ...few, atOnce: 1, perClient: 1 });
    for (let count = 0; count < 3; count += 1)
      await expect(queue.admit('order', 'a', () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    expect(await queue.admit('order', 'a', async () => 'done')).toBe('done');
  });
});
