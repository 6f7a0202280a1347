// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTime, loadScript, scriptLimit, type Timer } from './load-script.ts';

const blocked = { note: { code: 'script_blocked', unknown: false } };

/** A controlled timer. */
const handClock = () => {
  const waiting = new Map<() => void, number>();
  const timer: Timer = (late, ms) => {
    waiting.set(late, ms);
    return () => waiting.delete(late);
  };
  const pass = (ms: number) => {
    for (const [late, due] of waiting) if (due <= ms) late();
  };
  return { timer, pass, waiting };
};

let asked: HTMLScriptElement[] = [];
/** Dispatches an event on the script that was requested last. */
const answer = (type: 'load' | 'error') => asked.at(-1)?.dispatchEvent(new Event(type));

beforeEach(() => {
  asked = [];
  // The test acts as the browser: nothing is fetched, and the test dispatches load and error.
  vi.spyOn(document.head, 'append').mockImplementation((tag) => {
    if (tag instanceof HTMLScriptElement) asked.push(tag);
  });
});
afterEach(() => vi.restoreAllMocks());

describe('loadScript', () => {
  it('loads a URL once, however often and whenever it is asked for', async () => {
    const { timer, waiting } = handClock();
    const both = [loadScript('https://one.example/a.js', timer), loadScript('https://one.example/a.js', timer)];
    answer('load');
    await Promise.all(both);
    await loadScript('https://one.example/a.js', timer);
    expect(asked.map(({ src }) => src)).toEqual(['https://one.example/a.js']);
    expect(waiting.size).toBe(0);
  });

  it('gives up after thirty seconds, not before, and may be tried again', async () => {
    const { timer, pass, waiting } = handClock();
    const first = loadScript('https://two.example/b.js', timer);
    pass(scriptLimit - 1);
    expect(waiting.size).toBe(1);
    pass(scriptLimit);
    await expect(first).rejects.toMatchObject(blocked);

    const second = loadScript('https://two.example/b.js', timer);
    answer('load');
    await expect(second).resolves.toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it('fails at once when the browser refuses, and may be tried again', async () => {
    const { timer } = handClock();
    const first = loadScript('https://three.example/c.js', timer);
    answer('error');
    await expect(first).rejects.toMatchObject(blocked);
    const second = loadScript('https://three.example/c.js', timer);
    answer('load');
    await expect(second).resolves.toBeUndefined();
    expect(asked).toHaveLength(2);
  });
});

describe('inTime', () => {
  it('hands on what came in time and keeps no clock running', async () => {
    const { timer, waiting } = handClock();
    await expect(inTime(Promise.resolve(4), timer)).resolves.toBe(4);
    expect(waiting.size).toBe(0);
  });

  it('turns every other failure into a blocked script', async () => {
    await expect(inTime(Promise.reject(new Error('Failed to load Stripe.js')))).rejects.toMatchObject(blocked);
  });
});
