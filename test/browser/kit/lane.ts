import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Lang } from '#src/domain/lang.ts';
import { ledgerAt } from '#test/api/kit/buyer.ts';
import { findChromium } from '#test/tools/chromium.mjs';
import type { Host } from './host.ts';
import { createVisitor, type Visitor, type Watch, watch } from './visitor.ts';

/** Window sizes. */
export const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
  narrow: { viewport: { width: 320, height: 640 } },
} as const satisfies Record<string, BrowserContextOptions>;

type Visit = {
  device?: keyof typeof devices;
  lang?: Lang;
  /** Runs in every page before the app. */
  init?: string;
  context?: BrowserContextOptions;
};

const args = [
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking',
  '--disable-component-update --disable-sync',
].flatMap((row) => row.split(' '));

const violation = 'Blocked by the content security policy:';

/** Runs in every page and frame first: reports policy violations on the console. */
const reportViolations = `addEventListener('securitypolicyviolation', (event) => console.error(
  ${JSON.stringify(violation)}, event.disposition, event.effectiveDirective, event.blockedURI, event.sample));`;

const lostFocus = 'The focus went with a removed element:';

/** Runs in every page: reports on the console when a removed element leaves the focus at the start for two frames. */
const reportLostFocus = `{
  let focused = null;
  addEventListener('focusin', ({ target }) => { focused = target; });
  const isLost = () => focused && !focused.isConnected && document.activeElement === document.body;
  const inTwoFrames = (run) => requestAnimationFrame(() => requestAnimationFrame(run));
  const report = () => isLost() && console.error(${JSON.stringify(lostFocus)}, focused.outerHTML.slice(0, 200));
  new MutationObserver(() => isLost() && inTwoFrames(report)).observe(document, { childList: true, subtree: true });
}`;

/** Delay of every request to the shop, and so of its reply, ms: finds steps that do not wait for them (test/README.md). */
const replyDelay = Number(process.env.REPLY_DELAY ?? 0);

const delayReplies = (context: BrowserContext): Promise<unknown> =>
  context.route('**/api/**', async (route) => {
    await wait(replyDelay);
    // the page may be gone by now
    await route.continue().catch(() => undefined);
  });

let launched: Promise<Browser> | undefined;

/** The Chromium of this process, which ends with it; files and lanes share it, each visitor has a new profile. */
const openBrowser = async (): Promise<Browser> => {
  const running = await launched;
  if (running?.isConnected()) return running;
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; set CHROMIUM_PATH to one.');
  launched = chromium.launch({ executablePath, args });
  return launched;
};

/** The page as its visitor reads it, with its address, state and errors. */
const describePage = async (page: Page, { faults }: Watch): Promise<string> => {
  const html = page.locator('html');
  const within = { timeout: 5_000 };
  const read = [html.getAttribute('data-state', within), html.locator('body').ariaSnapshot(within)];
  return [page.url(), ...faults(), ...(await Promise.all(read.map((one) => one.catch(String))))].join('\n');
};

/**
 * A shop as Chromium's visitors see it, with the browser contexts of one test file; the lanes of `npm test` are something else. Fails
 * if the shop's own pages violate their policy or lose the focus.
 */
export const openLane = async (host: Host) => {
  const browser = await openBrowser();
  const contexts = new Set<BrowserContext>();
  const pages = new Map<Page, Watch>();
  /** A new browser profile without the defaults of `visit`. */
  const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    if (replyDelay > 0) await delayReplies(context);
    contexts.add(context);
    context.on('page', (page) => {
      pages.set(page, watch(page));
      page.once('close', () => pages.delete(page));
    });
    context.once('close', () => contexts.delete(context));
    return context;
  };
  const closeAll = async () => {
    await Promise.all([...contexts].map((context) => context.close()));
  };
  const violations: string[] = [];
  const throwViolations = () => {
    const found = violations.splice(0);
    if (found.length > 0) throw new Error(found.join('\n'));
  };
  return {
    url: host.url,
    newContext,
    /** A visitor with a new browser profile. */
    visit: async ({ device = 'desktop', lang = 'ja', init, context: more = {} }: Visit = {}): Promise<Visitor> => {
      const defaults = { reducedMotion: 'reduce', timezoneId: 'Asia/Tokyo', locale: 'ja-JP' } as const;
      const context = await newContext({ ...defaults, ...devices[device], ...more });
      context.setDefaultTimeout(120_000);
      context.on('console', (message) => {
        if ([violation, lostFocus].some((fault) => message.text().startsWith(fault)))
          violations.push(`${message.text()} (${message.page()?.url()})`);
      });
      await context.addInitScript(reportViolations + reportLostFocus);
      if (init) await context.addInitScript(init);
      return createVisitor(await context.newPage(), host.url, lang);
    },
    /** Number of charges that the payment sandbox has made so far. */
    charges: async (): Promise<number> => {
      const orders = await ledgerAt(host.sandboxUrl);
      return Object.values(orders).reduce((sum, { charges }) => sum + charges, 0);
    },
    /** Closes all profiles of this lane; after a failed test (the hook's argument) it prints what each page showed. */
    closeContexts: async (test?: { task: { result?: { state: string } } }): Promise<void> => {
      if (test?.task.result?.state === 'fail')
        for (const [page, seen] of pages) console.error(await describePage(page, seen));
      await closeAll();
      throwViolations();
    },
    close: async (): Promise<void> => {
      await closeAll();
      await host.close();
      throwViolations();
    },
  };
};

export type Lane = Awaited<ReturnType<typeof openLane>>;
