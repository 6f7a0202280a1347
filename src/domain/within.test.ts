import { beforeEach, describe, expect, it, vi } from 'vitest';
import { partLimit, within } from './within.ts';

const late = { details: { code: 'connection_error', unknown: false } };

describe('loading a part of the app', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('returns the part if it loads in time, and clears the timer', async () => {
    await expect(within(Promise.resolve('part'))).resolves.toBe('part');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails after 120 seconds, not before', async () => {
    const outcome = vi.fn();
    const loading = within(new Promise(() => undefined)).catch(outcome);
    await vi.advanceTimersByTimeAsync(119_999);
    expect([partLimit, outcome.mock.calls]).toEqual([120_000, []]);
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining(late));
  });
});
