// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprintLength } from '#src/domain/checkout.ts';
import { deviceFingerprint, fingerprintLimit } from './fingerprint.ts';
import type { Timer } from './load-script.ts';

let asked: HTMLScriptElement[] = [];
let turn = 0;
beforeEach(() => {
  asked = [];
  turn += 1;
  vi.spyOn(document.head, 'append').mockImplementation((tag) => {
    if (tag instanceof HTMLScriptElement) asked.push(tag);
  });
});
afterEach(() => vi.restoreAllMocks());

/** Starts `deviceFingerprint` with a controlled timer. */
const begun = (sandboxUrl = '') => {
  const waiting = new Map<() => void, number>();
  const timer: Timer = (late, ms) => {
    waiting.set(late, ms);
    return () => waiting.delete(late);
  };
  const url = `https://device-${turn}.example/v/snare.js`;
  const value = deviceFingerprint({ url, callback: 'told', globals: { max_wait: 5000 } }, sandboxUrl, timer);
  const tell = (said: unknown, isComplete: boolean) => {
    const told: unknown = Reflect.get(window, 'told');
    if (typeof told === 'function') told(said, isComplete);
  };
  const pass = (ms: number) => {
    for (const [late, due] of waiting) if (due <= ms) late();
  };
  return { value, tell, pass };
};

describe('the device fingerprint', () => {
  it('is what the site’s script tells, by the names of the site', async () => {
    const { value, tell } = begun();
    expect(asked.map(({ src }) => src)).toEqual([`https://device-${turn}.example/v/snare.js`]);
    expect(Reflect.get(window, 'max_wait')).toBe(5000);
    tell('half', false);
    tell('whole', true);
    expect(await value).toBe('whole');
  });

  it('comes from the sandbox where that plays the script', async () => {
    const { value, tell } = begun(`https://sandbox-${turn}.example`);
    expect(asked.map(({ src }) => src)).toEqual([`https://sandbox-${turn}.example/v/snare.js`]);
    tell('one', true);
    expect(await value).toBe('one');
  });

  it('is left out when the script is blocked', async () => {
    const { value } = begun();
    asked[0]?.dispatchEvent(new Event('error'));
    expect(await value).toBeNull();
  });

  it('is waited for five seconds, then what there is must do', async () => {
    const nothing = begun();
    nothing.pass(fingerprintLimit);
    expect(await nothing.value).toBeNull();
    turn += 1;
    const half = begun();
    half.tell('half', false);
    half.pass(fingerprintLimit);
    expect(await half.value).toBe('half');
  });

  it.each([[''], [7], ['x'.repeat(fingerprintLength + 1)]])('is left out when it cannot be sent', async (said) => {
    const { value, tell } = begun();
    tell(said, true);
    expect(await value).toBeNull();
  });
});
