import type { Page } from 'playwright-core';
import * as v from 'valibot';

/** Runs in the page before anything else. */
const observe = () => {
  const seen = { own: 0, all: 0, from: 0, last: 0, click: 0, began: 0, heading: 0, drawn: 0 };
  addEventListener('click', () => Object.assign(seen, { click: performance.now() }), true);
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.last = performance.now();
      if (!('value' in entry) || typeof entry.value !== 'number') continue;
      seen.all += entry.value;
      const isSwap = seen.heading <= entry.startTime && entry.startTime <= seen.drawn;
      if ('hadRecentInput' in entry && !entry.hadRecentInput && !isSwap) seen.own += entry.value;
    }
  }).observe({ entryTypes: ['layout-shift', 'resource'] });
  let heading: Element | null = null;
  new MutationObserver(() => {
    const now = document.querySelector('h1');
    if (now && now !== heading && heading !== null) {
      seen.drawn = Number.POSITIVE_INFINITY;
      requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(seen, { drawn: performance.now() })));
    }
    if (now && now !== heading) Object.assign(seen, { began: seen.click, heading: performance.now() });
    heading = now;
  }).observe(document, { childList: true, subtree: true });
};

const Seen = v.object({
  /**
   * Requests to the shop's origin between the click that led to the step and its heading, which the visitor waits for; in a step
   * without a heading, all calls of the API. Excludes the favicon and cached files.
   */
  requests: v.array(v.string()),
  /** The other requests: files that are loaded while the visitor reads, however late a busy machine begins. */
  ahead: v.array(v.string()),
  /** How many of `requests` followed each other at most, each begun after the reply to the one before. */
  inSeries: v.number(),
  /**
   * Layout shifts until the page was idle: all, and those of a screen's own (`own`), without those right after an input and of the
   * frames in which another screen takes its place, which may come late on a busy machine.
   */
  own: v.number(),
  all: v.number(),
});

/** The visitor's effort for a step. */
export type Cost = v.InferOutput<typeof Seen> & { step: string };

/** Starts to measure a page before it is opened. Returns the meter of its steps. */
export const meter = async (page: Page) => {
  await page.addInitScript(observe);
  /** Called when a step is usable; waits until nothing has moved or loaded for a while. */
  return async (step: string): Promise<Cost> => {
    const usable = await page.evaluate(() => performance.now());
    await page.waitForFunction(() => performance.now() - Reflect.get(window, 'seen').last > 400);
    const seen = await page.evaluate((now) => {
      const measured: { own: number; all: number; from: number; began: number; heading: number } = Reflect.get(
        window,
        'seen',
      );
      const { own, all, from, began, heading } = measured;
      Object.assign(measured, { own: 0, all: 0, from: performance.now() });
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name, startTime, transferSize }) => {
          const isOurs = name.startsWith(location.origin) && !name.endsWith('/icon.svg');
          return isOurs && transferSize > 0 && startTime >= from;
        });
      const name = (entry: PerformanceEntry) =>
        new URL(entry.name).pathname.replace(/-[\w-]{8}\./, '.').replace(/\/[\w-]{22,}$/, '/…');
      const isAwaited = ({ startTime, name: url }: PerformanceEntry) =>
        heading > from ? began <= startTime && startTime <= heading : startTime <= now && url.includes('/api/');
      const { requests = [], ahead = [] } = Object.groupBy(entries, (one) => (isAwaited(one) ? 'requests' : 'ahead'));
      const chains: { end: number; length: number }[] = [];
      for (const { startTime, responseEnd } of requests.toSorted((a, b) => a.startTime - b.startTime)) {
        const before = chains.filter(({ end }) => end <= startTime).map(({ length }) => length);
        chains.push({ end: responseEnd, length: Math.max(0, ...before) + 1 });
      }
      const inSeries = Math.max(0, ...chains.map(({ length }) => length));
      return { requests: requests.map(name), ahead: ahead.map(name), inSeries, own, all };
    }, usable);
    return { step, ...v.parse(Seen, seen) };
  };
};
