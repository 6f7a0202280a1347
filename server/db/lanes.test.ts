import { DatabaseError } from 'pg-protocol';
import { expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

const start = (atOnce: number) => {
  const lanes = createLanes(atOnce, (wait) => wait());
  const begun: string[] = [];
  const ends = new Map<string, { done: () => void; fail: (thrown: unknown) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((done, fail) => void ends.set(name, { done, fail }));
  };
  const run = (key: string, name: string) => lanes.run(key, work(name));
  return { run, begun, ends };
};
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

it('runs at most two calls with one key at once, and one with another key beside them', async () => {
  const { run, begun, ends } = start(2);
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')];
  await nextTask();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  ends.get('a2')?.done();
  await nextTask();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const { done } of ends.values()) done();
  await Promise.all(all);
});

it('fails those that wait behind a lock with the one that gave up', async () => {
  const { run, begun, ends } = start(1);
  const lock = Object.assign(new DatabaseError('lock timeout', 0, 'error'), { code: '55P03' });
  const all = Promise.allSettled([run('a', 'a1'), run('a', 'a2'), run('a', 'a3')]);
  await nextTask();
  ends.get('a1')?.fail(lock);
  expect((await all).map((end) => (end.status === 'rejected' ? end.reason : null))).toEqual([lock, lock, lock]);
  expect(begun).toEqual(['a1']);
  const next = run('a', 'a4');
  ends.get('a4')?.done();
  await next;
});

it('goes on after any other failure', async () => {
  const { run, begun, ends } = start(1);
  const all = Promise.allSettled([run('a', 'a1'), run('a', 'a2')]);
  await nextTask();
  ends.get('a1')?.fail(new Error('other'));
  await nextTask();
  expect(begun).toEqual(['a1', 'a2']);
  ends.get('a2')?.done();
  await all;
});
