import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { mirrorScroll } from '#src/mirrors/scroll.ts';
import { intoView } from '#src/ui/into-view.ts';
import { trackPointer } from '#src/ui/pointer.ts';
import { openCharts } from './shortcut.ts';

/** Each navigation scrolls to the top (docs/product.md#scroll-to-top), but not while a pointer is pressed. */

const top = vi.fn();

const open = () => {
  const { app } = openCharts();
  for (const end of [trackPointer(), mirrorScroll(app)]) onTestFinished(end);
  return () => app.send(pageRequested('terms'));
};
const pointer = (type: string) => dispatchEvent(new Event(type));

const motions = [
  { motion: 'no-preference', behavior: 'smooth' },
  { motion: 'reduce', behavior: 'instant' },
] as const;
const prefer = (motion: string) =>
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === `(prefers-reduced-motion: ${motion})` }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', top);
  top.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a new screen', () => {
  it.each(motions)('scrolls to its top after 200 ms: $behavior for $motion', ({ motion, behavior }) => {
    prefer(motion);
    open()();
    vi.advanceTimersByTime(199);
    expect(top).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(top).toHaveBeenCalledWith({ top: 0, behavior });
  });

  it.each(['pointerup', 'pointercancel'])('does not scroll while a pointer is down, until %s', (end) => {
    open()();
    vi.advanceTimersByTime(190);
    pointer('pointerdown');
    vi.advanceTimersByTime(1000);
    expect(top).not.toHaveBeenCalled();
    pointer(end);
    vi.advanceTimersByTime(99);
    expect(top).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(top).toHaveBeenCalledOnce();
  });

  it('does not scroll away from a field that the visitor has gone to since', () => {
    const field = document.body.appendChild(document.createElement('input'));
    open()();
    vi.advanceTimersByTime(199);
    field.focus();
    vi.advanceTimersByTime(1000);
    expect(top).not.toHaveBeenCalled();
    field.remove();
  });
});

describe('the next choice', () => {
  it.each(motions)('comes into view: $behavior for $motion', ({ motion, behavior }) => {
    prefer(motion);
    const times = document.body.appendChild(document.createElement('section'));
    const scroll = vi.spyOn(times, 'scrollIntoView');
    intoView(times);
    vi.advanceTimersToNextFrame();
    expect(scroll).toHaveBeenCalledWith({ block: 'end', behavior });
    times.remove();
  });

  it('comes into view only after a press has ended: a control that moves under the pointer gets no click', () => {
    onTestFinished(trackPointer());
    const times = document.body.appendChild(document.createElement('section'));
    const scroll = vi.spyOn(times, 'scrollIntoView');
    pointer('pointerdown');
    intoView(times);
    // the click of a script, which ends no press
    pointer('click');
    vi.advanceTimersByTime(1000);
    pointer('pointerup');
    vi.advanceTimersByTime(20);
    expect(scroll).not.toHaveBeenCalled();
    pointer('click');
    vi.advanceTimersByTime(0);
    vi.advanceTimersToNextFrame();
    expect(scroll).toHaveBeenCalledOnce();
    times.remove();
  });
});
