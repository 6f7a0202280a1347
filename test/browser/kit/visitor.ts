import type { FrameLocator, Locator, Page, Request } from 'playwright-core';
import type { Lang } from '#src/domain/lang.ts';

export type Watch = {
  /** Errors so far: of page and console, blocked content, requests without a response or with an error. */
  faults: () => string[];
};

/**
 * Chromium's own line for an error response, which is already recorded with its call, and the one for what is loaded before the
 * scripts, when a busy machine needs seconds for these.
 */
const isEcho = (text: string) => /^Failed to load resource|was preloaded using link preload but not used/.test(text);

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/**
 * Reads, and requests to other origins such as the provider's frame, may be aborted together with the page or the step; our
 * writes may not.
 */
const mayBeAborted = (page: Page, request: Request): boolean => {
  const { origin } = new URL(request.url());
  return request.method() === 'GET' || origin !== new URL(page.url()).origin;
};

/** Records the errors of a page from its start. */
export const watch = (page: Page): Watch => {
  const faults: string[] = [];
  page.on('console', (message) => {
    const loud = ['error', 'warning'].includes(message.type());
    if (loud && !isEcho(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const text = request.failure()?.errorText ?? '';
    if (text !== 'net::ERR_ABORTED' || !mayBeAborted(page, request)) faults.push(`${text} ${nameOf(request)}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${nameOf(response.request())}`);
  });
  return { faults: () => [...faults] };
};

/** A visitor of the shop who finds controls by event and fields by name (docs/product.md#tester-attributes). */
export type Visitor = Watch & {
  page: Page;
  /** Opens an address of the shop: a hash, optionally after a query; waits for its state. */
  open: (hash?: string, state?: string) => Promise<void>;
  /** Types a hash into the address bar. */
  type: (hash: string) => Promise<void>;
  /** Waits until the page is in that state and its screen is shown; a parent state includes all below it. */
  at: (state: string) => Promise<void>;
  state: () => Promise<string>;
  hash: () => string;
  control: (event: string, key?: string) => Locator;
  click: (event: string, key?: string) => Promise<void>;
  /** Clicks a control and waits for the state that it leads to. */
  clickTo: (event: string, state: string, key?: string) => Promise<void>;
  field: (name: string) => Locator;
  fill: (name: string, value: string) => Promise<void>;
  /** The primary control. */
  primary: () => Locator;
  /** The provider's frame with the card fields. */
  card: () => FrameLocator;
  /** A second tab with a copy of the sessionStorage, as "Duplicate tab" makes it. */
  twin: () => Promise<Visitor>;
  /** Data that the shop stores in this tab. */
  stored: () => Promise<Record<string, string>>;
};

const shown = '[data-event]:not(dialog:not([open]) *)';

/** Selector of the controls that send an event. */
export const controlSelector = (event: string, key?: string): string =>
  `[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`;

export const createVisitor = (page: Page, url: string, lang: Lang): Visitor => {
  const control = (event: string, key?: string) =>
    page.locator(controlSelector(event, key)).filter({ visible: true }).first();
  const at = async (state: string) => {
    await page.locator(`html[data-state="${state}"], html[data-state^="${state}."]`).waitFor();
    await page.locator('h1').waitFor();
  };
  return {
    ...watch(page),
    page,
    open: async (hash = '', state = '') => {
      await page.goto(`${url}/${lang === 'ja' || hash.startsWith('?') ? '' : `?lang=${lang}`}${hash}`);
      if (state) await at(state);
    },
    type: async (hash) => {
      await page.evaluate((typed) => {
        location.hash = typed;
      }, hash);
    },
    at,
    state: async () => (await page.locator('html').getAttribute('data-state')) ?? '',
    hash: () => new URL(page.url()).hash,
    control,
    click: (event, key) => control(event, key).click(),
    clickTo: async (event, state, key) => {
      await control(event, key).click();
      await at(state);
    },
    field: (name) => page.locator(`[name="${name}"]`).first(),
    fill: async (name, value) => {
      const field = page.locator(`[name="${name}"]`).first();
      await field.waitFor({ state: 'attached' });
      // A field may be behind a question, as the coupon's is.
      const fold = page.locator('details:not([open])').filter({ has: field }).locator('summary');
      if ((await fold.count()) > 0) await fold.click();
      await field.fill(value);
    },
    primary: () => page.locator(`${shown}[data-primary]`).filter({ visible: true }).first(),
    card: () => page.frameLocator('.card-form iframe'),
    twin: async () => {
      const opened = page.waitForEvent('popup');
      await page.evaluate(() => window.open(location.href));
      return createVisitor(await opened, url, lang);
    },
    stored: () => page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage))),
  };
};
