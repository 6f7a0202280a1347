import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// only ends hangs
configure({ asyncUtilTimeout: 60_000 });

/** No server answers in these tests: what a test does not answer itself fails at once, as without a network. */
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

/** What a file's pages listen to in the window ends with the file: a page that is left running would follow the next one's. */
const own = new AbortController();
const { addEventListener } = window;
window.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options: boolean | AddEventListenerOptions = {},
) => {
  const init = typeof options === 'object' ? options : { capture: options };
  addEventListener.call(window, type, listener, { signal: own.signal, ...init });
};

afterEach(cleanup);
afterAll(() => {
  own.abort();
  window.addEventListener = addEventListener;
});
