// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startAnew } from './start-anew.ts';
import { cacheToast, takeCachedToast } from './toast.ts';

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('a notice for the page that comes after a full load', () => {
  it('is there once', () => {
    cacheToast({ text: 'Hello' });
    expect(takeCachedToast()).toEqual({ text: 'Hello' });
    expect(takeCachedToast()).toBeNull();
  });

  it.each(['', '{', '{"text":1}', '[]'])('that reads %j is thrown away', (text) => {
    sessionStorage.setItem('ticket-store:toast', text);
    expect(takeCachedToast()).toBeNull();
    expect(sessionStorage.getItem('ticket-store:toast')).toBeNull();
  });

  it('says that a page which broke twice was started afresh, and nothing the first time', () => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    startAnew('borderless');
    expect(takeCachedToast()).toBeNull();
    startAnew('borderless');
    expect(takeCachedToast()).toEqual({ textKey: 'load_started_anew' });
  });
});
