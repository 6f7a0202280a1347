import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';

// only ends hangs
configure({ asyncUtilTimeout: 60_000 });

/** No server answers in these tests: a call that a test does not answer fails immediately, as without a network. */
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

/**
 * Removes window listeners when a test file ends; otherwise a page left running would react to the next page's events. An
 * AbortSignal would not do: in happy-dom it retains removed listeners, and with them every page of the file.
 */
const listeners: (readonly [string, WeakRef<EventListenerOrEventListenerObject>])[] = [];
const { addEventListener } = window;
window.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
) => {
  listeners.push([type, new WeakRef(listener)]);
  addEventListener.call(window, type, listener, options);
};

/** A part that a test does not wait for would still be loading when its file ends, and then be broken for the files after it. */
const parts = import.meta.glob([
  '../../src/app/*-pages.ts',
  '../../src/app/bottom-strips.tsx',
  '../../src/payments/{*-form{,s}.tsx,stripe-express.ts}',
  '../../src/api/contract/catalogue.ts',
  '../../src/mirrors/storage/stored-catalogue.ts',
]);
beforeAll(async () => {
  await Promise.all(Object.values(parts).map((load) => load()));
});

afterEach(cleanup);
afterAll(() => {
  for (const [type, ref] of listeners) {
    const listener = ref.deref();
    if (listener) window.removeEventListener(type, listener);
  }
  window.addEventListener = addEventListener;
});
