import { vi } from 'vitest';
import { browserKey } from '#src/device/browser-secret.ts';

const { fetch } = globalThis;

/** Makes the test a page of this address: relative requests are resolved as a browser does. `secret`: the browser's, as stored. */
export const openPageOf = (url: string, secret?: string): void => {
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', (to: string | URL | Request, init?: RequestInit) =>
    fetch(typeof to === 'string' ? new URL(to, url) : to, init),
  );
  const items = new Map(secret ? [[browserKey, `${secret} ${Date.now()}`]] : []);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
};
