import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { readItem, writeItem } from '#src/device/session-storage.ts';
import { CatalogueSchema } from '#src/domain/catalogue.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';
import type { Language } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';

type App = ActorRefFrom<typeof appMachine>;

/** A stored catalogue is used for at most ten minutes (docs/architecture.md#stored-catalogue). */
const lifetime = 600_000;

const StoredSchema = v.object({ savedAt: v.number(), catalogue: CatalogueSchema });

const { langs, configurations, fieldTemplates, products, methods, texts } = CatalogueSchema.entries;

/** Replies that the server embedded in the page, by call; these calls are then not made. */
const PageSchema = v.object({
  lang: LangSchema,
  langs,
  configurations,
  field_templates: fieldTemplates,
  products,
  paymentmethods: methods,
  texts,
});

const keyOf = (site: SiteCode, lang: Lang) => `ticket-store:${site}:catalogue:${lang}`;

/** The languages embedded in the page. */
export const langsOfPage = (): readonly Language[] => {
  const page = v.safeParse(v.object({ langs }), ofPage());
  return page.success ? page.output.langs : [];
};

const ofPage = (): unknown => {
  try {
    return JSON.parse(document.getElementById('catalogue')?.textContent ?? '{}');
  } catch {
    return {};
  }
};

/** The catalogue stored by an earlier load, unless it is too old. */
const storedOf = (site: SiteCode, lang: Lang, now: number) => {
  const { success, output } = v.safeParse(StoredSchema, readItem(keyOf(site, lang)));
  return success && Math.abs(now - output.savedAt) < lifetime ? output : null;
};

/** Provides the catalogue embedded in the page or stored earlier; must run before the app starts. `now`: ms since 1970. */
export const openCatalogue = (site: SiteCode, lang: Lang, now: number): void => {
  const stored = storedOf(site, lang, now);
  if (stored) fillCatalogue({ site, lang }, stored.catalogue);
  const page = v.safeParse(PageSchema, ofPage());
  if (page.success) {
    const { field_templates: fieldTemplates, paymentmethods: methods, lang: spoken, ...rest } = page.output;
    const { products, texts, ...silent } = { ...rest, fieldTemplates };
    fillCatalogue({ site, lang }, spoken === lang ? { ...silent, products, texts, methods } : silent);
  }
};

/**
 * Stores the catalogue outside the snapshot, by site and language. Loading a stored catalogue does not renew its age. Returns a
 * function that ends it.
 */
export const mirrorCatalogue = (app: App): (() => void) => {
  const actor = app.getSnapshot().children.catalogue;
  const loaded = actor?.on('api-loaded', () => {
    const { site, lang, catalogue } = actor.getSnapshot().context;
    const now = Date.now();
    writeItem(keyOf(site, lang), { savedAt: storedOf(site, lang, now)?.savedAt ?? now, catalogue });
  });
  return () => loaded?.unsubscribe();
};
