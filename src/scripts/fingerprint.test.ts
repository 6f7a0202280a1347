// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprintLength } from '#src/domain/checkout.ts';
import { requestedScripts } from '#test/screens/requested-scripts.ts';
import { deviceFingerprint, fingerprintLimit } from './fingerprint.ts';

let scripts: HTMLScriptElement[] = [];
/** Part of the script’s address, since a page loads an address once. */
let run = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  scripts = requestedScripts();
});
afterEach(() => vi.useRealTimers().restoreAllMocks());

/** Starts `deviceFingerprint`. */
const begun = (sandboxUrl = '') => {
  run += 1;
  const url = `https://device-${run}.example/v/snare.js`;
  const value = deviceFingerprint({ url, callback: 'onFingerprint', globals: { max_wait: 5000 } }, sandboxUrl);
  const runCallback = (received: unknown, isComplete: boolean) => {
    const callback: unknown = Reflect.get(window, 'onFingerprint');
    if (typeof callback === 'function') callback(received, isComplete);
  };
  return { value, runCallback };
};

describe('the device fingerprint', () => {
  it('is the value that the script passes to the site’s callback', async () => {
    const { value, runCallback } = begun();
    expect(scripts.map(({ src }) => src)).toEqual([`https://device-${run}.example/v/snare.js`]);
    expect(Reflect.get(window, 'max_wait')).toBe(5000);
    runCallback('half', false);
    runCallback('whole', true);
    expect(await value).toBe('whole');
  });

  it('is the latest value after five seconds, or null', async () => {
    const nothing = begun();
    vi.advanceTimersByTime(fingerprintLimit);
    expect(await nothing.value).toBeNull();
    const half = begun();
    half.runCallback('half', false);
    vi.advanceTimersByTime(fingerprintLimit);
    expect(await half.value).toBe('half');
  });

  it.each([[''], [7], ['x'.repeat(fingerprintLength + 1)]])('is null if the value cannot be sent', async (received) => {
    const { value, runCallback } = begun();
    runCallback(received, true);
    expect(await value).toBeNull();
  });
});
