import { i18n, type Messages } from '@lingui/core';
import type { App } from '#machines/refs.ts';
import { readItem, writeItem } from '#src/device/session-storage.ts';
import { defaultLang, htmlLang, type Lang, langOf, langs } from '#src/domain/lang.ts';
import type { Language, Texts } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { onChange } from './changes.ts';
import { compileTexts, messageFiles } from './message-files.ts';

const langKey = 'ticket-store:lang';

/** Removes parameters from the address without a history entry. Returns them as they stood before and behind the hash. */
export const takeParams = (...names: string[]): [URLSearchParams, URLSearchParams] => {
  const [route = '', hashSearch = ''] = location.hash.split('?', 2);
  const [before, behind] = [new URLSearchParams(location.search), new URLSearchParams(hashSearch)];
  const pick = (params: URLSearchParams, isTaken: boolean) =>
    new URLSearchParams([...params].filter(([name]) => names.includes(name) === isTaken));
  const query = (params: URLSearchParams) => `?${pick(params, false)}`.replace(/^\?$/, '');
  const taken: [URLSearchParams, URLSearchParams] = [pick(before, true), pick(behind, true)];
  if (`${taken[0]}${taken[1]}`)
    history.replaceState(history.state, '', `${location.pathname}${query(before)}${route}${query(behind)}`);
  return taken;
};

/** Reads `?lang=` from the address (docs/product.md#language-in-the-address, docs/product.md#history). */
const takeLangOfAddress = (): Lang | null => {
  const [before, behind] = takeParams('lang');
  return langOf(before.get('lang')) ?? langOf(behind.get('lang'));
};

const defaultKey = (site: SiteCode): string => `ticket-store:${site}:default-lang`;

const flaggedIn = (langs: readonly Language[]): Lang | null => langs.find(({ is_default }) => is_default)?.id ?? null;

/**
 * Picks the page's language: from the address, an earlier choice, the site's default, or the built-in one
 * (docs/product.md#default-language). If the site's languages are known, it is one of them.
 */
export const pickLang = (site: SiteCode, langs: readonly Language[]): Lang => {
  const chosen = takeLangOfAddress() ?? langOf(readItem(langKey));
  if (chosen) writeItem(langKey, chosen);
  const flagged = flaggedIn(langs);
  if (flagged) writeItem(defaultKey(site), flagged);
  // A page opened without a network uses the language cached with it (src/device/cached-page.ts).
  const cachedLang = langOf(document.documentElement.dataset.kept);
  const isListed = langs.length === 0 || langs.some(({ id }) => id === chosen);
  return cachedLang ?? (isListed ? chosen : null) ?? flagged ?? langOf(readItem(defaultKey(site))) ?? defaultLang;
};

const textsInPage = (locale: string): { first?: Messages; own?: Messages } => {
  const page = document.getElementById('texts');
  return page?.lang === locale ? JSON.parse(page.textContent) : {};
};

/** The other screens' texts, once they are needed; null after a failure, too. */
let loadingRest: Promise<void> | null = null;

/** Loads the texts of the shell and the first screen; nothing is shown before. */
export const loadTexts = async (lang: Lang): Promise<void> => {
  const locale = htmlLang[lang];
  const { first, own } = textsInPage(locale);
  const messages = first ?? (await messageFiles[lang].first()).messages;
  i18n.loadAndActivate({ locale, messages: { ...messages, ...own } });
  loadingRest = null;
};

const loadRest = async (): Promise<void> => {
  const { locale } = i18n;
  const lang = langs.find((code) => htmlLang[code] === locale) ?? defaultLang;
  const { messages } = await messageFiles[lang].rest();
  // A text that is already loaded may be the server's, which overrides the catalogue's.
  if (i18n.locale === locale) i18n.load(locale, { ...messages, ...i18n.messages });
};

/** Loads the other screens' texts in the page's language, once; can be retried after a failure. */
export const moreTexts = (): Promise<void> => {
  loadingRest ??= loadRest().catch((thrown: unknown) => {
    loadingRest = null;
    throw thrown;
  });
  return loadingRest;
};

/** Server texts override catalogue messages (docs/product.md#texts), except those that the page contains compiled already. */
const override = async (texts: Texts): Promise<void> => {
  const { own = {} } = textsInPage(i18n.locale);
  const compiled = await compileTexts(Object.fromEntries(Object.entries(texts).filter(([id]) => !(id in own))));
  if (Object.keys(compiled).length === 0) return;
  i18n.load(i18n.locale, compiled);
  i18n.activate(i18n.locale);
};

/**
 * Saves a chosen language and reloads the page (docs/product.md#language-change). Switches at most once to the site's default
 * language if none was chosen and none was known, and applies the server's texts.
 */
export const mirrorLanguage = (app: App): (() => void) => {
  const { lang, site } = app.getSnapshot().context;
  let applied: Texts | null = null;
  /** The site's default language after an automatic switch: the visitor did not choose it, so it applies to this site only. */
  let automatic: Lang | null = null;
  const switchToDefault = (siteLangs: readonly Language[]) => {
    const flagged = flaggedIn(siteLangs);
    if (!flagged || langOf(readItem(langKey)) || langOf(readItem(defaultKey(site.code)))) return;
    writeItem(defaultKey(site.code), flagged);
    // Without working storage the reloaded page would switch again.
    const isStored = readItem(defaultKey(site.code)) === flagged;
    if (flagged === lang || !isStored) return;
    automatic = flagged;
    app.send({ type: 'language.choose', lang: flagged });
  };
  const end = onChange(app, () => {
    const { context, children } = app.getSnapshot();
    if (context.lang !== lang) {
      end();
      if (context.lang !== automatic) writeItem(langKey, context.lang);
      // If the choice could not be stored, the address carries it.
      if (context.lang === automatic || readItem(langKey) === context.lang) location.reload();
      else location.search = `lang=${context.lang}`;
      return;
    }
    const catalogue = children.catalogue?.getSnapshot().context.catalogue;
    if (!catalogue || catalogue.texts === applied) return;
    applied = catalogue.texts;
    // If the compiler cannot be loaded, the catalogue's texts stay until the next page load.
    override(applied).catch(() => undefined);
    switchToDefault(catalogue.langs);
  });
  return end;
};
