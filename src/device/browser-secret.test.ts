// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Simulates a page load: module state is reset, the browser's storage stays. */
const load = async (): Promise<() => string> => {
  vi.resetModules();
  return (await import('./browser-secret.ts')).browserSecret;
};
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

/** From here on the storage can be read, but not written. */
const fillStorage = (): void => {
  const { localStorage: storage } = window;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage.getItem(key), setItem });
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the browser's secret", () => {
  it('has 128 bits and is the same in every tab and after a reload', async () => {
    const [tab, other] = [await load(), await load()];
    const secret = tab();
    expect(secret).toMatch(/^[\da-f]{32}$/);
    expect([tab(), other(), (await load())()]).toEqual([secret, secret, secret]);
  });

  it('is stored before it is used', async () => {
    const secret = (await load())();
    expect(Object.values(localStorage).join()).toContain(secret);
  });

  it('stays the same while it is used, and is replaced after 30 minutes without use', async () => {
    const tab = await load();
    const secret = tab();
    for (let times = 0; times < 3; times += 1) {
      minutes(29);
      expect(tab()).toBe(secret);
    }
    minutes(31);
    expect(tab()).not.toBe(secret);
  });

  it.each(['', 'short 1', '{"secret":1}', `${'g'.repeat(32)} 1`])(
    'replaces an invalid stored value: %j',
    async (text) => {
      const name = (await load())() && Object.keys(localStorage)[0];
      localStorage.setItem(name ?? '', text);
      expect((await load())()).toMatch(/^[\da-f]{32}$/);
    },
  );

  it('stays the same until the next page load if storage is blocked', async () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const tab = await load();
    expect(tab()).toBe(tab());
  });

  it('stays the same while storage can be read but not written', async () => {
    fillStorage();
    const tab = await load();
    expect(tab()).toBe(tab());
  });

  it('is the stored one, even when storage is full by now', async () => {
    const secret = (await load())();
    fillStorage();
    expect((await load())()).toBe(secret);
  });
});
