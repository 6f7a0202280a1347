import { i18n } from '@lingui/core';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { SiteSettings } from '#src/domain/site.ts';

type App = ActorRefFrom<typeof appMachine>;

/** The screen's heading, for the title; an error summary or notice marks a refused form. */
const stepOf = (errorText: string): string => {
  const step = document.querySelector('#main h1')?.textContent ?? '';
  return document.querySelector('#main :is(.error-summary, .notice-box.error)') ? `${errorText} ${step}` : step;
};

/**
 * Sets the page's title, "step · site's title" (docs/product.md#page-title), and the attributes of `<html>`: `lang` (BCP 47), `data-site`, and `data-state`, the names of the nested
 * states of the current screen, for testers (docs/product.md#tester-attributes). Returns a function that ends it.
 */
export const mirrorTitle = (app: App, site: SiteSettings): (() => void) => {
  const html = document.documentElement;
  const writeTitle = () => {
    const parts = [stepOf(i18n._('title_error')), site.title[app.getSnapshot().context.lang]];
    const title = parts.filter(Boolean).join(' · ');
    if (document.title !== title) document.title = title;
  };
  /** A browser styles the whole page anew when `lang` is written, even with the value that it has. */
  const writeAttribute = (name: string, value: string) => {
    if (html.getAttribute(name) !== value) html.setAttribute(name, value);
  };
  const write = () => {
    writeTitle();
    writeAttribute('lang', htmlLang[app.getSnapshot().context.lang]);
    writeAttribute('data-site', site.code);
    writeAttribute('data-state', onScreen(app).state);
  };
  write();
  const subscription = app.subscribe(write);
  // Headings appear after their state: with a lazy screen, or when the texts of a language have arrived.
  const observer = new MutationObserver(writeTitle);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    subscription.unsubscribe();
    observer.disconnect();
  };
};
