import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { Failure } from '#src/domain/failures.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { openingNotice } from '#src/first-paint/opening-notice.ts';
import { mirrorCatalogue, openCatalogue } from '#src/mirrors/storage/catalogue.ts';
import { catalogue } from './sample-shop.ts';
import { input } from './shortcut.ts';

/** The start of the shop with the real actor and calls (docs/product.md#start-up); the test acts as the server. */

const { fieldTemplates, methods, ...rest } = catalogue;
const replies: Record<string, unknown> = { ...rest, field_templates: fieldTemplates, paymentmethods: methods };
const calls = Object.keys(replies).toSorted();

/** A pending call: its name, and a function that responds. */
type PendingCall = { name: string; respond: () => void };
let pending: PendingCall[] = [];
const names = () => pending.map(({ name }) => name).toSorted();

/** Each test has its own language, because a page caches what it has loaded. */
let langIndex = 0;
const nextLang = (): Lang => langs[langIndex++ % langs.length] ?? 'ja';

beforeEach(() => {
  pending = [];
  vi.stubGlobal('fetch', (url: string) => {
    const name = new URL(url, 'http://shop.example').pathname.split('/').at(-1) ?? '';
    const { promise, resolve } = Promise.withResolvers<Response>();
    pending.push({ name, respond: () => resolve(Response.json(replies[name])) });
    return promise;
  });
});
afterEach(() => {
  document.getElementById('catalogue')?.remove();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Starts the charts; `loaded` is called with the catalogue's events. */
const start = (lang: Lang) => {
  const app = createActor(appMachine, { input: { ...input, lang } });
  const loaded = vi.fn();
  const { catalogue: actor } = app.getSnapshot().children;
  actor?.on('api-loaded', loaded);
  app.start();
  mirrorCatalogue(app);
  return { loaded, known: (): Catalogue | null => actor?.getSnapshot().context.catalogue ?? null };
};

/** Embeds the catalogue into the page as the server does. */
const writePage = (lang: Lang) => {
  const script = Object.assign(document.createElement('script'), { id: 'catalogue', type: 'application/json' });
  script.textContent = JSON.stringify({ lang, ...replies });
  document.head.append(script);
};

const waitForCalls = () => expect.poll(() => pending.length).toBeGreaterThan(0);

it('a shop without stored data fetches everything in parallel, and reports once that it is loaded', async () => {
  const { loaded, known } = start(nextLang());
  await waitForCalls();
  expect(names()).toEqual(calls);
  for (const { respond } of pending.slice(1)) respond();
  expect(loaded).not.toHaveBeenCalled();
  pending[0]?.respond();
  await expect.poll(() => loaded.mock.calls.length).toBe(1);
  expect(known()?.products).toEqual(catalogue.products);
  expect(names()).toEqual(calls);
});

describe('a catalogue that is already available', () => {
  it('in the page is not fetched', async () => {
    const lang = nextLang();
    writePage(lang);
    await openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await expect.poll(() => loaded.mock.calls.length).toBe(1);
    expect(names()).toEqual([]);
  });

  it('in the page of a ticket that the device has stored is used there, and not stored for the shop', async () => {
    // that of a later test too: this page is never asked for it
    const { lang } = input;
    document.documentElement.dataset.kept = lang;
    onTestFinished(() => void delete document.documentElement.dataset.kept);
    writePage(lang);
    await openCatalogue(input.site.code, lang, Date.now());
    const { loaded, known } = start(lang);
    await expect.poll(() => loaded.mock.calls.length).toBe(1);
    expect(known()?.products).toEqual(catalogue.products);
    expect(sessionStorage.length).toBe(0);
  });

  it('in the page in another language: only its texts are fetched, in parallel', async () => {
    const lang = nextLang();
    writePage(lang === 'ja' ? 'en' : 'ja');
    await openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await waitForCalls();
    expect(names()).toEqual(['paymentmethods', 'products', 'texts']);
    for (const { respond } of pending) respond();
    await expect.poll(() => loaded.mock.calls.length).toBe(1);
  });

  it('in storage for at most ten minutes is not fetched, and its age is not reset', async () => {
    const lang = nextLang();
    const key = `ticket-store:${input.site.code}:catalogue:${lang}`;
    const stored = { savedAt: Date.now() - 599_000, catalogue };
    sessionStorage.setItem(key, JSON.stringify(stored));
    await openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await expect.poll(() => loaded.mock.calls.length).toBe(1);
    expect(names()).toEqual([]);
    expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toMatchObject({ savedAt: stored.savedAt });
  });

  it('in storage for longer is fetched again, and stored', async () => {
    const lang = nextLang();
    const key = `ticket-store:${input.site.code}:catalogue:${lang}`;
    sessionStorage.setItem(key, JSON.stringify({ savedAt: Date.now() - 601_000, catalogue }));
    await openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await waitForCalls();
    expect(names()).toEqual(calls);
    const before = sessionStorage.getItem(key);
    for (const { respond } of pending) respond();
    await expect.poll(() => loaded.mock.calls.length).toBe(1);
    expect(sessionStorage.getItem(key)).not.toBe(before);
  });
});

/** The part of the built page that is shown before the shop starts. */
const writeOpening = () => {
  document.body.innerHTML = `<div id="opening" class="opening" role="alert">${['ja', 'en']
    .map((lang) => `<div lang="${lang}"><p>${lang}</p><button type="button" hidden>again</button></div>`)
    .join('')}</div>`;
};
const openingElement = () => document.getElementById('opening');
const clickRetry = () =>
  openingElement()?.querySelector<HTMLElement>('[lang]:not([hidden]) button:not([hidden])')?.click();

describe('a shop that does not open', () => {
  beforeEach(() => {
    writeOpening();
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(location, 'reload').mockReturnValue();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.innerHTML = '';
  });

  it('reports it in the language of the page, with a reload button', () => {
    sessionStorage.setItem('ticket-store:mori', '{}');
    const { fail } = openingNotice('mori', 'en');
    expect(openingElement()?.classList.contains('now')).toBe(false);
    fail(new Failure({ code: 'connection_error', unknown: false }));
    expect(openingElement()?.classList.contains('now')).toBe(true);
    // styles show the text of this language (test/browser/chunks.test.ts)
    expect(document.documentElement.lang).toBe('en');
    clickRetry();
    clickRetry();
    expect(location.reload).toHaveBeenCalledTimes(2);
    expect(sessionStorage.getItem('ticket-store:mori')).toBe('{}');
  });

  it('shows no message once it has opened, until it throws', () => {
    const { done, fail } = openingNotice('mori', 'ja');
    done();
    expect(openingElement()?.hidden).toBe(true);
    fail(new TypeError('the shell broke'));
    expect(openingElement()?.hidden).toBe(false);
  });
});
