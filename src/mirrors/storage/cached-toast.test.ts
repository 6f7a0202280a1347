// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cacheToast, takeCachedToast } from './cached-toast.ts';
import { startOver } from './start-over.ts';
import { orderKey, snapshotKey } from './stored-app.ts';

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

  it('informs about a fresh start, which forgets all that is stored, after the second crash, not after the first', () => {
    for (const key of [snapshotKey('borderless'), orderKey('borderless')]) sessionStorage.setItem(key, '{}');
    vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    startOver('borderless');
    expect([takeCachedToast(), sessionStorage.length]).toEqual([null, 3]);
    startOver('borderless');
    expect([takeCachedToast(), sessionStorage.length]).toEqual([{ textKey: 'load_started_anew' }, 0]);
  });
});
