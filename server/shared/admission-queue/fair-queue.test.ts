import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const allowAll = () => true;
/** A client by the networks that it is in, the widest first. */
const at = (...ids: string[]) => ids.map((id) => ({ id, factor: 1 }));
const filled = (maxItems: number, ...items: string[]) => {
  const queue = createFairQueue<string>(maxItems);
  for (const item of items) queue.push(at(item.charAt(0)), item);
  return queue;
};
const drained = (queue: ReturnType<typeof filled>, isAllowed: Parameters<typeof queue.take>[0] = allowAll) => {
  const all: string[] = [];
  for (let item = queue.take(isAllowed); item !== null; item = queue.take(isAllowed)) all.push(item);
  return all;
};

describe('a fair queue', () => {
  it('removes requests, and clients without requests', () => {
    const queue = filled(3, 'a1', 'a2', 'b1');
    queue.remove(at('a'), 'a1');
    queue.remove(at('a'), 'a1');
    queue.remove(at('c'), 'c1');
    expect([queue.size, ...drained(queue)]).toEqual([2, 'a2', 'b1']);
  });

  it('gives a network with many clients the turns of one, and each of them a turn within it', () => {
    const queue = createFairQueue<string>(99);
    for (let count = 0; count < 3; count += 1) {
      for (const id of ['p', 'q']) queue.push(at('wide', id), `${id}${count}`);
      queue.push(at('visitor'), `v${count}`);
    }
    expect(queue.take(({ id }) => id !== 'p' && id !== 'visitor')).toBe('q0');
    expect(drained(queue)).toEqual(['v0', 'p0', 'v1', 'q1', 'v2', 'p1', 'q2', 'p2']);
    expect(queue.size).toBe(0);
  });

  it('when full, drops of the widest network with the most, there of the client with the most', () => {
    const queue = createFairQueue<string>(6);
    for (const [item, id] of [
      ['p0', 'p'],
      ['p1', 'p'],
      ['q0', 'q'],
      ['r0', 'r'],
    ] as const)
      queue.push(at('wide', id), item);
    for (const item of ['v0', 'v1']) queue.push(at('visitor'), item);
    expect(queue.push(at('wide', 'fresh'), 'f0')).toBe('p1');
    expect(queue.push(at('wide', 'fresh'), 'f1')).toBe('f1');
    expect(queue.push(at('other'), 'o0')).toBe('p0');
    queue.remove(at('wide', 'q'), 'q0');
    queue.remove(at('wide', 'q'), 'q0');
    expect(drained(queue).toSorted()).toEqual(['f0', 'o0', 'r0', 'v0', 'v1']);
  });
});
