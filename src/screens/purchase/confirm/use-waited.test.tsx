import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useWaited } from './use-waited.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('a wait on the confirmation page', () => {
  it('changes after ten and after sixty seconds', () => {
    const { result } = renderHook(() => useWaited('payment'));
    pass(9_999);
    expect(result.current).toBe(0);
    pass(1);
    expect(result.current).toBe(1);
    pass(50_000);
    expect(result.current).toBe(2);
  });

  it('restarts for another request and stops when nothing is pending', () => {
    const first: { waitId: string | null } = { waitId: 'payment' };
    const { result, rerender } = renderHook(({ waitId }) => useWaited(waitId), { initialProps: first });
    pass(10_000);
    rerender({ waitId: 'bank' });
    expect(result.current).toBe(0);
    rerender({ waitId: null });
    expect(vi.getTimerCount()).toBe(0);
  });
});
