import { i18n } from '@lingui/core';
import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { clock } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { onChange } from '#src/mirrors/changes.ts';

/** The prefix of the title while an error summary or notice marks a refused form. */
const errorMark = (): string =>
  document.querySelector('#main :is(.error-summary, .notice-box.error)') ? `${i18n._('title_error')} ` : '';

/** "(until 17:31)" before the title from the warning on, so that another tab shows it; it does not count down. */
const holdMark = (app: App): string => {
  const hold = app.getSnapshot().children.purchase?.getSnapshot().children.hold?.getSnapshot();
  return hold?.matches('warned') ? `${i18n._('title_hold_until', { time: clock(hold.context.expiresAt) })} ` : '';
};

/** "step · site's title"; the exhibition's name before the step is left out where the site's title has it. */
export const pageTitle = (step: string, name: string, title: string): string => {
  const shortStep = title.includes(name) && step.startsWith(name) ? step.slice(name.length).trim() : step;
  return [shortStep, title].filter(Boolean).join(' · ');
};

/**
 * Sets the page's title (docs/product.md#page-title), and the attributes of `<html>`: `lang` (BCP 47), `data-site`, and
 * `data-state`, the nested states of the current screen, for testers (docs/product.md#tester-attributes).
 */
export const mirrorTitle = (app: App, site: SiteSettings): (() => void) => {
  const html = document.documentElement;
  const writeTitle = () => {
    const { lang } = app.getSnapshot().context;
    const step = document.querySelector('#main h1')?.textContent ?? '';
    const title = `${holdMark(app)}${errorMark()}${pageTitle(step, site.exhibition.name[lang], site.title[lang])}`;
    if (document.title !== title) document.title = title;
  };
  /** A browser styles the whole page again when `lang` is written, even with the value that it has. */
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
  const end = onChange(app, write);
  // Headings appear after their state: with a lazy screen, or when the texts of a language have arrived.
  const observer = new MutationObserver(writeTitle);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    end();
    observer.disconnect();
  };
};
