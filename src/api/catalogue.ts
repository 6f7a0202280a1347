import type { Catalogue } from '#src/domain/catalogue.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { within } from '#src/domain/within.ts';
import { call } from './call.ts';

type Wanted = { site: SiteCode; lang: Lang };

/** Parts that are already known from the page or from storage, by site and language. */
const known = new Map<string, Partial<Catalogue>>();
const keyOf = ({ site, lang }: Wanted) => `${site} ${lang}`;

/** Provides parts of a catalogue before the shop opens; they are then not fetched (docs/product.md#start-up). */
export const fillCatalogue = (wanted: Wanted, parts: Partial<Catalogue>): void => {
  known.set(keyOf(wanted), { ...known.get(keyOf(wanted)), ...parts });
};

/** The contract of the catalogue's calls: a page that contains every reply loads none of it. Throws Failure connection_error. */
export const loadCatalogueCalls = () => within(import('./contract/catalogue.ts'));

/** A site's configuration, in any language: only its facts for legal pages differ. Null if it is not known yet. */
export const knownConfigurations = (site: SiteCode): Configurations | null => {
  for (const [key, { configurations }] of known)
    if (configurations && key.startsWith(`${site} `)) return configurations;
  return null;
};

/** The same, fetched if it is not known. Throws Failure. */
export const readConfigurations = async (site: SiteCode): Promise<Configurations> =>
  knownConfigurations(site) ?? call((await loadCatalogueCalls()).getConfigurations);

const isWhole = (have: Partial<Catalogue>): have is Catalogue =>
  ['langs', 'fieldTemplates', 'configurations', 'products', 'methods', 'texts'].every((part) => part in have);

/** Returns the catalogue; missing parts are fetched in parallel. Throws Failure, except for missing override texts. */
export const readCatalogue = async (wanted: Wanted, signal: AbortSignal): Promise<Catalogue> => {
  const have = known.get(keyOf(wanted)) ?? {};
  if (isWhole(have)) return have;
  const calls = await loadCatalogueCalls();
  const query = { lang: wanted.lang };
  const [langs, fieldTemplates, configurations, products, methods, texts] = await Promise.all([
    have.langs ?? call(calls.getLangs, { signal }),
    have.fieldTemplates ?? call(calls.getFieldTemplates, { signal }),
    have.configurations ?? call(calls.getConfigurations, { signal }),
    have.products ?? call(calls.getProducts, { query, signal }),
    have.methods ?? call(calls.getPaymentMethods, { query, signal }),
    have.texts ?? call(calls.getTexts, { query, signal }).catch(() => ({})),
  ]);
  const catalogue = { langs, fieldTemplates, configurations, products, methods, texts };
  fillCatalogue(wanted, catalogue);
  return catalogue;
};
