import type { Catalogue } from './catalogue.ts';
import type { Lang } from './lang.ts';
import type { Environment, SiteSettings } from './site.ts';

/** The addresses of a page's links depend on these. */
export type PagePlace = {
  environment: Environment;
  /** Path of the page, e.g. `/mori/` or `/mori/tickets/`. */
  path: string;
  /** Path of the API's calls, e.g. `/mori/api/v1`. */
  api: string;
};

/** Whether a page's path is the base of tickets (docs/product.md#ticket-base). */
export const isTicketBase = (path: string): boolean => /\/tickets\/?$/.test(path);

export type MarkupInput = { site: SiteSettings; lang: Lang; catalogue: Catalogue; place: PagePlace };

/** The first screen as the server renders it (docs/architecture.md#first-screen). */
export type Markup = {
  /** Content of the root element. */
  html: string;
  /** The page's title as HTML. */
  title: string;
  /** Screen and language, by which the page recognises that it may take the markup over. */
  shows: string;
  /** Compiled texts that the page then contains: those of the first screen, and the operator's (docs/product.md#texts). */
  texts: { first: object; own: object };
};

/** Renders the first screen of a site; rejects if a part of it cannot be rendered. */
export type RenderMarkup = (input: MarkupInput) => Promise<Markup>;

/** Value of `Markup.shows`: a page whose screen or language has another one renders again. */
export const markupMark = (screen: string, lang: Lang): string => `${screen} ${lang}`;
