import { i18n, type Messages } from '@lingui/core';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { defaultLang, htmlLang, type Lang, langOf, spokenLangs } from '#src/domain/lang.ts';
import type { Texts } from '#src/domain/shop.ts';
import { readItem, writeItem } from './storage.ts';

type App = ActorRefFrom<typeof appMachine>;

const langKey = 'ticket-store:lang';

const catalogues: Record<Lang, () => Promise<{ messages: Messages }>> = {
  ja: () => import('#locales/ja/messages.json?lingui'),
  en: () => import('#locales/en/messages.json?lingui'),
  'zh-hans': () => import('#locales/zh-hans/messages.json?lingui'),
  kr: () => import('#locales/kr/messages.json?lingui'),
  'zh-hant': () => import('#locales/zh-hant/messages.json?lingui'),
};

/** `?lang=` in front of the hash or behind it; taken out of the address without an entry (SPEC §2, DESIGN §3.8). */
const takeLangOfAddress = (): Lang | null => {
  const [route = '', hashSearch = ''] = location.hash.split('?', 2);
  const search = new URLSearchParams(location.search);
  const behind = new URLSearchParams(hashSearch);
  const asked = langOf(search.get('lang')) ?? langOf(behind.get('lang'));
  if (!search.has('lang') && !behind.has('lang')) return null;
  search.delete('lang');
  behind.delete('lang');
  const query = (params: URLSearchParams) => (params.size > 0 ? `?${params}` : '');
  history.replaceState(history.state, '', `${location.pathname}${query(search)}${route}${query(behind)}`);
  return asked;
};

/** Out: the language of the page: by address, by earlier choice, or the default; only one with a catalogue. */
export const pickLang = (): Lang => {
  const lang = takeLangOfAddress() ?? langOf(readItem(langKey)) ?? defaultLang;
  const spoken = spokenLangs.includes(lang) ? lang : 'en';
  writeItem(langKey, spoken);
  return spoken;
};

/** Loads the catalogue of texts; the page shows nothing before. */
export const loadTexts = async (lang: Lang): Promise<void> => {
  const { messages } = await catalogues[lang]();
  i18n.loadAndActivate({ locale: htmlLang[lang], messages });
};

/** Server texts override catalogue rows; a malformed one leaves the row as it is (DESIGN §4). */
const override = async (texts: Texts): Promise<void> => {
  const rows = Object.entries(texts);
  if (rows.length === 0) return;
  const { compileMessage } = await import('@lingui/message-utils/compileMessage');
  const compiled = rows.flatMap(([id, text]) => {
    try {
      return [[id, compileMessage(text)] as const];
    } catch {
      return [];
    }
  });
  i18n.load(i18n.locale, Object.fromEntries(compiled));
  i18n.activate(i18n.locale);
};

/** Saves a chosen language and loads the page anew, as SPEC §4 says; applies the server's texts. Out: its end. */
export const mirrorLanguage = (app: App): (() => void) => {
  const { lang } = app.getSnapshot().context;
  let applied: Texts | null = null;
  const subscription = app.subscribe(({ context, children }) => {
    if (context.lang !== lang) {
      subscription.unsubscribe();
      writeItem(langKey, context.lang);
      location.reload();
      return;
    }
    const texts = children.catalogue?.getSnapshot().context.catalogue?.texts ?? null;
    if (texts === null || texts === applied) return;
    applied = texts;
    void override(texts);
  });
  return () => subscription.unsubscribe();
};
