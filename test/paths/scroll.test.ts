import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { mirrorScroll } from '#src/mirrors/scroll.ts';
import { openCharts } from './shortcut.ts';

/** Each navigation scrolls to the top (docs/product.md#scroll-to-top), but not while a pointer is pressed. */

let ends: (() => void)[] = [];
const top = vi.fn();

const open = () => {
  const { app } = openCharts();
  ends = [mirrorScroll(app), () => app.stop()];
  return () => app.send(pageRequested('terms'));
};
const pointer = (type: string) => dispatchEvent(new Event(type));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', top);
  top.mockReset();
});
afterEach(() => {
  for (const end of ends) end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a new screen', () => {
  it('scrolls to its top after 200 ms', () => {
    open()();
    vi.advanceTimersByTime(199);
    expect(top).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(top).toHaveBeenCalledWith({ top: 0, behavior: expect.any(String) });
  });

  it.each(['pointerup', 'pointercancel'])('does not scroll while a pointer is down, until %s', (end) => {
    open()();
    vi.advanceTimersByTime(190);
    pointer('pointerdown');
    vi.advanceTimersByTime(1000);
    expect(top).not.toHaveBeenCalled();
    pointer(end);
    vi.advanceTimersByTime(200);
    expect(top).toHaveBeenCalledOnce();
  });

  it('scrolls once if the pointer was released before', () => {
    const go = open();
    pointer('pointerdown');
    pointer('pointerup');
    vi.advanceTimersByTime(1000);
    expect(top).not.toHaveBeenCalled();
    go();
    vi.advanceTimersByTime(200);
    expect(top).toHaveBeenCalledOnce();
  });
});
