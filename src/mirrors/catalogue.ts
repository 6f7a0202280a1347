import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { CatalogueSchema } from '#src/domain/catalogue.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';
import type { Language } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { readItem, writeItem } from './storage.ts';

type App = ActorRefFrom<typeof appMachine>;

/** A stored catalogue is used for ten minutes at most (docs/architecture.md#stored-catalogue). */
const lifetime = 600_000;

const StoredSchema = v.object({ savedAt: v.number(), catalogue: CatalogueSchema });

const { langs, configurations, fieldTemplates, products, methods, texts } = CatalogueSchema.entries;

/** What the server wrote into the page, by the names of the calls; these calls are not made then. */
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

/** Out: the languages the page itself brought, as it says them. */
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

/** In: site, language, the moment. Out: what an earlier load stored, unless it is too old. */
const storedOf = (site: SiteCode, lang: Lang, now: number) => {
  const { success, output } = v.safeParse(StoredSchema, readItem(keyOf(site, lang)));
  return success && Math.abs(now - output.savedAt) < lifetime ? output : null;
};

/** Puts in what the page or an earlier visit brought; must run before the app starts. `now`: ms since 1970. */
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
 * Stores the catalogue apart from the snapshot, by site and language. What was made of a stored one is as old as that: a
 * load does not make it younger. Out: its end.
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
