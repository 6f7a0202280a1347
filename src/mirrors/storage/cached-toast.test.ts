// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cacheToast, takeCachedToast } from './cached-toast.ts';
import { startOver } from './start-over.ts';

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('a notice for the next page load', () => {
  it('is returned once', () => {
    cacheToast({ text: 'Hello' });
    expect(takeCachedToast()).toEqual({ text: 'Hello' });
    expect(takeCachedToast()).toBeNull();
  });

  it.each(['', '{', '{"text":1}', '[]'])('with the invalid content %j is discarded', (text) => {
    sessionStorage.setItem('ticket-store:toast', text);
    expect(takeCachedToast()).toBeNull();
    expect(sessionStorage.getItem('ticket-store:toast')).toBeNull();
  });

  it('informs about a fresh start after the second crash, not after the first', () => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    startOver('borderless');
    expect(takeCachedToast()).toBeNull();
    startOver('borderless');
    expect(takeCachedToast()).toEqual({ textKey: 'load_started_anew' });
  });
});
