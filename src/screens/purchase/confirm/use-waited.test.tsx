import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeTimer } from '#src/scripts/fake-timer.fixture.ts';
import { useWaited } from './use-waited.ts';

const start = () => {
  const { timer, pass, waiting } = fakeTimer();
  return { timer, pass: (ms: number) => act(() => pass(ms)), waiting };
};

describe('a wait on the confirmation page', () => {
  it('changes after ten and after sixty seconds', () => {
    const { timer, pass } = start();
    const { result } = renderHook(() => useWaited('payment', timer));
    pass(9_999);
    expect(result.current).toBe(0);
    pass(10_000);
    expect(result.current).toBe(1);
    pass(60_000);
    expect(result.current).toBe(2);
  });

  it('restarts for another request and stops when nothing is pending', () => {
    const { timer, pass, waiting } = start();
    const first: { what: string | null } = { what: 'payment' };
    const { result, rerender } = renderHook(({ what }) => useWaited(what, timer), { initialProps: first });
    pass(10_000);
    rerender({ what: 'bank' });
    expect(result.current).toBe(0);
    rerender({ what: null });
    expect(waiting.size).toBe(0);
  });
});
