import type { SiteCode } from '#src/domain/site.ts';
import { readItem, writeItem } from './session-storage.ts';

const siteKey = 'ticket-store:site';

/** First segment of the path; 'tickets' counts as empty. */
const segmentOf = (path: string): string | undefined =>
  path.split('/').filter((part) => part !== '' && part !== 'tickets')[0];

/** Sites that this page may belong to, the default one first: the build writes all into the page, our server only its site. */
const knownSites = (): readonly SiteCode[] => {
  const { site = '', sites } = document.documentElement.dataset;
  return sites?.split(' ') ?? [site];
};

/** The page's site (docs/product.md#site-of-an-address): from its path, its data-site, storage, or the default one. */
export const pickSite = (): SiteCode => {
  const known = knownSites();
  const { site: ofPage } = document.documentElement.dataset;
  const wanted: readonly unknown[] = [segmentOf(location.pathname), ofPage, readItem(siteKey)];
  const isKnown = (value: unknown): value is SiteCode => known.some((site) => site === value);
  const code = wanted.find(isKnown) ?? known[0] ?? '';
  writeItem(siteKey, code);
  return code;
};

/**
 * The path of the page's site, for pages into which no server wrote that of the API (`data-api`): the site's code, or '' for the
 * default site at an address without a code.
 */
export const sitePath = (): string => {
  const code = pickSite();
  return segmentOf(location.pathname) === code || code !== knownSites()[0] ? `/${code}` : '';
};
