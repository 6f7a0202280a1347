import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const allowAll = () => true;
const filled = (most: number, ...items: string[]) => {
  const queue = createFairQueue<string>(most);
  for (const item of items) queue.push(item.charAt(0), item);
  return queue;
};
const drained = (queue: ReturnType<typeof filled>, isAllowed: (client: string) => boolean = allowAll) => {
  const all: string[] = [];
  for (let item = queue.take(isAllowed); item !== null; item = queue.take(isAllowed)) all.push(item);
  return all;
};

describe('a fair queue', () => {
  it('serves clients in turn, and the requests of each in sequence', () => {
    expect(drained(filled(9, 'a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('serves a new client after at most one more request of a flood', () => {
    const queue = filled(200, ...Array.from({ length: 100 }, (_, at) => `a${at}`));
    expect(queue.take(allowAll)).toBe('a0');
    queue.push('b', 'b1');
    expect(queue.ahead('b')).toBe(3);
    expect([queue.take(allowAll), queue.take(allowAll)]).toEqual(['a1', 'b1']);
  });

  it('skips clients that are not allowed at present', () => {
    const queue = filled(9, 'a1', 'a2', 'b1');
    expect(drained(queue, (client) => client === 'b')).toEqual(['b1']);
    expect([queue.has((client) => client === 'b'), queue.has(allowAll), queue.size]).toEqual([false, true, 2]);
  });

  it('when full, drops the newest request of the client with the most, which may be the new one', () => {
    const queue = filled(3, 'a1', 'a2', 'a3');
    expect(queue.push('a', 'a4')).toBe('a4');
    expect(queue.push('b', 'b1')).toBe('a3');
    expect(queue.push('c', 'c1')).toBe('a2');
    expect(queue.push('d', 'd1')).toBe('d1');
    expect([queue.size, ...drained(queue)]).toEqual([3, 'a1', 'b1', 'c1']);
  });

  it('removes requests, and clients without requests', () => {
    const queue = filled(3, 'a1', 'a2', 'b1');
    queue.remove('a', 'a1');
    queue.remove('a', 'a1');
    queue.remove('c', 'c1');
    expect([queue.size, queue.ahead('b'), ...drained(queue)]).toEqual([2, 2, 'a2', 'b1']);
  });
});
