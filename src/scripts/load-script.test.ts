// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestedScripts } from '#test/screens/requested-scripts.ts';
import { inTime, loadScript, scriptLimit } from './load-script.ts';

const blocked = { details: { code: 'script_blocked', unknown: false } };

let scripts: HTMLScriptElement[] = [];
/** Dispatches an event on the script that was requested last. */
const dispatch = (type: 'load' | 'error') => scripts.at(-1)?.dispatchEvent(new Event(type));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  scripts = requestedScripts();
});
afterEach(() => vi.useRealTimers().restoreAllMocks());

describe('loading a script', () => {
  it('loads a URL once, even if it is requested again later', async () => {
    const both = [loadScript('https://one.example/a.js'), loadScript('https://one.example/a.js')];
    dispatch('load');
    await Promise.all(both);
    await loadScript('https://one.example/a.js');
    expect(scripts.map(({ src }) => src)).toEqual(['https://one.example/a.js']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails after thirty seconds, not before, and can be retried', async () => {
    const first = loadScript('https://two.example/b.js');
    vi.advanceTimersByTime(scriptLimit - 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await expect(first).rejects.toMatchObject(blocked);

    const second = loadScript('https://two.example/b.js');
    dispatch('load');
    await expect(second).resolves.toBeUndefined();
    expect(scripts).toHaveLength(2);
  });

  it('fails immediately if the browser refuses the script, and can be retried', async () => {
    const first = loadScript('https://three.example/c.js');
    dispatch('error');
    await expect(first).rejects.toMatchObject(blocked);
    const second = loadScript('https://three.example/c.js');
    dispatch('load');
    await expect(second).resolves.toBeUndefined();
    expect(scripts).toHaveLength(2);
  });
});

describe('waiting for a script', () => {
  it('returns a result that arrives in time, and clears the timer', async () => {
    await expect(inTime(Promise.resolve(4))).resolves.toBe(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('converts every other failure to script_blocked', async () => {
    await expect(inTime(Promise.reject(new Error('Failed to load Stripe.js')))).rejects.toMatchObject(blocked);
  });
});
