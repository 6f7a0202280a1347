import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { partLimit, within } from './within.ts';

const late = { note: { code: 'connection_error', unknown: false } };

describe('a part of the app', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('that comes in time is handed on, and no clock runs on', async () => {
    await expect(within(Promise.resolve('part'))).resolves.toBe('part');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up after 120 seconds, not before', async () => {
    const outcome = vi.fn();
    const coming = within(new Promise(() => undefined)).catch(outcome);
    await vi.advanceTimersByTimeAsync(119_999);
    expect([partLimit, outcome.mock.calls]).toEqual([120_000, []]);
    await vi.advanceTimersByTimeAsync(1);
    await coming;
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining(late));
  });

  it('that does not come at all is a lost connection, at once', async () => {
    await expect(within(Promise.reject(new TypeError('Failed to fetch')))).rejects.toMatchObject(late);
    expect(vi.getTimerCount()).toBe(0);
  });
});
