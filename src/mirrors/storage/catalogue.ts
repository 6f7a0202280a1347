import * as v from 'valibot';
import type { App } from '#machines/refs.ts';
import { fillCatalogue, loadCatalogueCalls } from '#src/api/catalogue.ts';
import { readItem, writeItem } from '#src/device/session-storage.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Language } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { within } from '#src/domain/within.ts';

/** A stored catalogue is used for at most ten minutes (docs/product.md#start-up). */
const lifetime = 600_000;

/** Replies that the server embedded in the page, by call; these calls are then not made. */
type PageReplies = Pick<Catalogue, 'langs' | 'configurations' | 'products' | 'texts'> & {
  lang: Lang;
  field_templates: Catalogue['fieldTemplates'];
  paymentmethods: Catalogue['methods'];
};

const keyOf = (site: SiteCode, lang: Lang) => `ticket-store:${site}:catalogue:${lang}`;

/** Null in a page that no server of ours filled. As trusted as the page itself, and so not validated. */
const ofPage = (): PageReplies | null => {
  try {
    return JSON.parse(document.getElementById('catalogue')?.textContent ?? 'null');
  } catch {
    return null;
  }
};

/** The languages embedded in the page. */
export const langsOfPage = (): readonly Language[] => ofPage()?.langs ?? [];

/** When the stored catalogue was fetched, ms since 1970; null if there is none, or if it is too old. */
const savedAtOf = (item: unknown, now: number): number | null => {
  const { success, output } = v.safeParse(v.object({ savedAt: v.number() }), item);
  return success && Math.abs(now - output.savedAt) < lifetime ? output.savedAt : null;
};

/** The catalogue stored by an earlier load, unless it is too old. Its schemas are loaded only for it. */
const storedOf = async (site: SiteCode, lang: Lang, now: number): Promise<Catalogue | null> => {
  const item = readItem(keyOf(site, lang));
  if (savedAtOf(item, now) === null) return null;
  return within(import('./stored-catalogue.ts')).then(
    ({ catalogueIn }) => catalogueIn(item),
    () => null,
  );
};

/** Provides the catalogue embedded in the page or stored earlier; must end before the app starts. `now`: ms since 1970. */
export const openCatalogue = async (site: SiteCode, lang: Lang, now: number): Promise<void> => {
  const page = ofPage();
  const isPageLang = page?.lang === lang;
  const stored = isPageLang ? null : await storedOf(site, lang, now);
  if (stored) fillCatalogue({ site, lang }, stored);
  if (page) {
    const { langs, configurations, field_templates: fieldTemplates, products, paymentmethods: methods, texts } = page;
    const inAnyLang = { langs, configurations, fieldTemplates };
    fillCatalogue({ site, lang }, isPageLang ? { ...inAnyLang, products, methods, texts } : inAnyLang);
  }
  // together with the texts, since calls will be made; they fail themselves if this fails
  if (!isPageLang && !stored) await loadCatalogueCalls().catch(() => undefined);
};

/** Stores the catalogue outside the snapshot, by site and language. Loading a stored catalogue does not renew its age. */
export const mirrorCatalogue = (app: App): void => {
  const actor = app.getSnapshot().children.catalogue;
  actor?.on('api-loaded', () => {
    // what the service worker's page contains is as old as that page
    if (document.documentElement.dataset.kept) return;
    const { site, lang, catalogue } = actor.getSnapshot().context;
    const now = Date.now();
    writeItem(keyOf(site, lang), { savedAt: savedAtOf(readItem(keyOf(site, lang)), now) ?? now, catalogue });
  });
};
