import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf } from '#server/core/crypto.ts';
import { faultOf, type Log } from '#server/core/log.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Markup, MarkupInput, RenderMarkup } from '#src/domain/markup.ts';

type Renderer = { renderMarkup: RenderMarkup };

/**
 * Imports what the build has made of the page's components (src/first-paint/markup.tsx): the one place where the server runs code of the
 * client. Null where the app was built without.
 */
const importRenderer = async (clientFolder: string): Promise<Renderer | null> => {
  const file = join(clientFolder, '../page/markup.js');
  return existsSync(file) ? import(pathToFileURL(file).href) : null;
};

type Rendered = { version: string; markup: Promise<Markup | null> };

/**
 * First screens as HTML, rendered once and then shared until catalogue, settings or the venue's day change
 * (docs/architecture.md#first-screen). Null, and one line in the log, where a screen cannot be rendered: the page then does it.
 * `now`: ms since 1970.
 */
export const createFirstScreens = (deps: { clientFolder: string; log: Log }, now: () => number = Date.now) => {
  const all = new Map<string, Rendered>();
  let renderer: Promise<Renderer | null> | null = null;
  const renderNow = async (input: MarkupInput): Promise<Markup | null> => {
    try {
      renderer ??= importRenderer(deps.clientFolder);
      return (await (await renderer)?.renderMarkup(input)) ?? null;
    } catch (thrown) {
      deps.log('error', 'first_screen_failed', { site: input.site.code, lang: input.lang, ...faultOf(thrown) });
      return null;
    }
  };
  return (input: MarkupInput): Promise<Markup | null> => {
    const { site, lang, catalogue, place } = input;
    const key = [site.code, lang, place.path, place.api].join(' ');
    const version = hashOf(JSON.stringify([venueDay(now()), site, catalogue, place]));
    const known = all.get(key);
    if (known?.version === version) return known.markup;
    const rendered = { version, markup: renderNow(input) };
    all.set(key, rendered);
    return rendered.markup;
  };
};
