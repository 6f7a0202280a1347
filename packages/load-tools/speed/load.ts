import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { temporaryFolder } from 'ticket-store/test/api/kit/process.ts';
import { findChromium } from 'ticket-store/test/tools/chromium.mjs';
import { type Controls, type Measured, probe } from './probe.ts';
import type { purchaseSteps } from './steps.ts';

/** Conditions of a slow phone; `down` and `up` in kbit/s, `latency` in ms, `cpu` as a divisor. */
export type Conditions = { down: number; up: number; latency: number; cpu: number };

export type Entry = {
  url: string;
  controls: Controls;
  steps?: typeof purchaseSteps;
};

type Steps = Awaited<ReturnType<typeof purchaseSteps>>;
/** In ms; `scripts` in KiB, `heap` in MB. `scripts` and `requests` (pictures apart) that came until the second press is answered. */
export type Figures = Awaited<ReturnType<typeof loadIn>> &
  Partial<Steps & Record<'request' | 'waits' | 'again' | 'ticketByCard', number>>;

const metricsOf = async (session: CDPSession): Promise<Record<string, number>> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
};

/** A tab under these conditions, with everything that it has received. */
const openTab = async (context: BrowserContext, { controls }: Entry, { down, up, latency, cpu }: Conditions) => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const received = { requests: 0, scriptBytes: 0 };
  const scripts = new Set<string>();
  const pictures = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.mimeType === 'text/javascript') scripts.add(requestId);
    if (type === 'Image') pictures.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) received.scriptBytes += encodedDataLength;
    if (!pictures.has(requestId)) received.requests += 1;
  });
  await session.send('Network.enable');
  await session.send('Performance.enable');
  // a first frame, so that no entry pays for the start of the browser
  await page.setContent('<h1>.</h1>');
  await page.waitForTimeout(500);
  const throughput = { downloadThroughput: (down * 1000) / 8, uploadThroughput: (up * 1000) / 8 };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(probe, controls);
  // Playwright's ways to wait put its own script of 330 kB into the page, which then runs before the first paint and stays in memory.
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'speedAnswered' });
  const answered = () => new Promise((resolve) => session.once('Runtime.bindingCalled', resolve));
  return { page, session, received, answered };
};

const loadIn = async ({ page, session, received, answered }: Awaited<ReturnType<typeof openTab>>, url: string) => {
  const before = await metricsOf(session);
  // before the page is there, which may answer at once
  const answer = answered();
  await page.goto(url, { waitUntil: 'commit' });
  await answer;
  const after = await metricsOf(session);
  const { requests, scriptBytes } = received;
  const script = ((after.ScriptDuration ?? 0) - (before.ScriptDuration ?? 0)) * 1000;
  // the preloads of the next screen have arrived
  await page.waitForTimeout(2500);
  await session.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = 0 } = await metricsOf(session);
  const { tasks, ...times }: Measured = await page.evaluate(() => Reflect.get(window, 'speedMeasured'));
  return {
    ...times,
    unresponsive: times.reacts - times.visible,
    script,
    scripts: scriptBytes / 1024,
    requests,
    blocking: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longestTask: Math.max(0, ...tasks),
    heap: JSHeapUsedSize / 1_048_576,
  };
};

const requestTime = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const times: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const start = performance.now();
      await (await fetch(`/icon.svg?${count}`, { cache: 'no-store' })).text();
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  });

/** Runs a first visit in a new profile and a free purchase, then a second visit in another tab, with a purchase by card. */
export const run = async (entry: Entry, conditions: Conditions): Promise<Figures> => {
  const { folder, remove } = temporaryFolder();
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; set CHROMIUM_PATH to one.');
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    viewport: { width: 412, height: 823 },
    locale: 'en-US',
  });
  try {
    const tab = await openTab(context, entry, conditions);
    const figures: Figures = await loadIn(tab, entry.url);
    if (entry.steps) {
      figures.request = await requestTime(tab.page);
      const steps = await entry.steps(tab.page, 'free');
      const waits = Object.values(steps).reduce((sum, wait) => sum + wait, figures.reacts);
      Object.assign(figures, steps, { waits: waits / 1000 });
    }
    await tab.page.close();
    const tabAgain = await openTab(context, entry, conditions);
    figures.again = (await loadIn(tabAgain, entry.url)).reacts;
    if (entry.steps) figures.ticketByCard = (await entry.steps(tabAgain.page, 'card')).ticket;
    return figures;
  } finally {
    await context.close();
    remove();
  }
};
