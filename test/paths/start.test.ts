import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { openingWords } from '#src/app/opening.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { Failure } from '#src/domain/failures.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { mirrorCatalogue, openCatalogue } from '#src/mirrors/catalogue.ts';
import { catalogue } from './sample-shop.ts';
import { input } from './shortcut.ts';

/** The start of the shop with the real actor and calls (docs/product.md#start-up); the test acts as the server. */

const { fieldTemplates, methods, ...rest } = catalogue;
const replies: Record<string, unknown> = { ...rest, field_templates: fieldTemplates, paymentmethods: methods };
const calls = Object.keys(replies).toSorted();

/** A pending call: its name, and a function that responds. */
type Asked = { name: string; answer: () => void };
let asked: Asked[] = [];
const names = () => asked.map(({ name }) => name).toSorted();

/** Each test has its own language, because a page caches what it has loaded. */
let turn = 0;
const nextLang = (): Lang => langs[turn++ % langs.length] ?? 'ja';

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (url: string) => {
    const name = new URL(url, 'http://shop.example').pathname.split('/').at(-1) ?? '';
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({ name, answer: () => resolve(Response.json(replies[name])) });
    return promise;
  });
});
afterEach(() => {
  document.getElementById('catalogue')?.remove();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Starts the charts; `loaded` is called with what the catalogue emits. */
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

const allAsked = () => vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));

describe('a shop of which nothing is stored', () => {
  it('fetches everything at once, none after another, and says once that it is loaded', async () => {
    const { loaded, known } = start(nextLang());
    await allAsked();
    expect(names()).toEqual(calls);
    for (const { answer } of asked.slice(1)) answer();
    expect(loaded).not.toHaveBeenCalled();
    asked[0]?.answer();
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
    expect(known()?.products).toEqual(catalogue.products);
    expect(names()).toEqual(calls);
  });
});

describe('what is there already', () => {
  it('in the page is not fetched', async () => {
    const lang = nextLang();
    writePage(lang);
    openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
    expect(names()).toEqual([]);
  });

  it('in the page in another language: only what speaks is fetched, at once', async () => {
    const lang = nextLang();
    writePage(lang === 'ja' ? 'en' : 'ja');
    openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await allAsked();
    expect(names()).toEqual(['paymentmethods', 'products', 'texts']);
    for (const { answer } of asked) answer();
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
  });

  it('in storage, not older than ten minutes, is not fetched either, and grows no younger by it', async () => {
    const lang = nextLang();
    const key = `ticket-store:${input.site.code}:catalogue:${lang}`;
    const stored = { savedAt: Date.now() - 599_000, catalogue };
    sessionStorage.setItem(key, JSON.stringify(stored));
    openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
    expect(names()).toEqual([]);
    expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toMatchObject({ savedAt: stored.savedAt });
  });

  it('but older is fetched anew, and stored', async () => {
    const lang = nextLang();
    const key = `ticket-store:${input.site.code}:catalogue:${lang}`;
    sessionStorage.setItem(key, JSON.stringify({ savedAt: Date.now() - 601_000, catalogue }));
    openCatalogue(input.site.code, lang, Date.now());
    const { loaded } = start(lang);
    await allAsked();
    expect(names()).toEqual(calls);
    const before = sessionStorage.getItem(key);
    for (const { answer } of asked) answer();
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
    expect(sessionStorage.getItem(key)).not.toBe(before);
  });
});

/** The part of the built page that is shown before the shop starts. */
const writeWords = () => {
  document.body.innerHTML = `<div id="opening" class="opening" role="alert">${['ja', 'en']
    .map((lang) => `<div lang="${lang}"><p>${lang}</p><button type="button" hidden>again</button></div>`)
    .join('')}</div>`;
};
const words = () => document.getElementById('opening');
const press = () => words()?.querySelector<HTMLElement>('[lang]:not([hidden]) button:not([hidden])')?.click();

describe('a shop that does not open', () => {
  beforeEach(() => {
    writeWords();
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(location, 'reload').mockReturnValue();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.innerHTML = '';
  });

  it('says so in the language of the page, with a button that loads it anew', () => {
    sessionStorage.setItem('ticket-store:mori', '{}');
    const { fail } = openingWords('mori', 'en');
    expect(words()?.classList.contains('now')).toBe(false);
    fail(new Failure({ code: 'connection_error', unknown: false }));
    expect(words()?.classList.contains('now')).toBe(true);
    expect([...document.querySelectorAll<HTMLElement>('[lang]:not([hidden])')].map(({ lang }) => lang)).toEqual(['en']);
    press();
    press();
    expect(location.reload).toHaveBeenCalledTimes(2);
    expect(sessionStorage.getItem('ticket-store:mori')).toBe('{}');
  });

  it('because it breaks: the second time without what is stored', () => {
    sessionStorage.setItem('ticket-store:mori', '{}');
    const { fail } = openingWords('mori', 'ja');
    fail(new TypeError('nothing is as it was'));
    press();
    expect(sessionStorage.getItem('ticket-store:mori')).toBe('{}');
    press();
    expect(sessionStorage.getItem('ticket-store:mori')).toBeNull();
  });

  it('and one that does says nothing, until it breaks', () => {
    const { done, fail } = openingWords('mori', 'ja');
    done();
    expect(words()?.hidden).toBe(true);
    fail(new TypeError('a screen around the screens broke'));
    expect(words()?.hidden).toBe(false);
  });
});
