import type { SiteCode } from '#src/domain/site.ts';
import { readItem, writeItem } from './session-storage.ts';

const siteKey = 'ticket-store:site';

/** First segment of the path; 'tickets' counts as empty. */
const segmentOf = (path: string): string | undefined =>
  path.split('/').filter((part) => part !== '' && part !== 'tickets')[0];

/** Sites that this page may be of, the default one first: those the build lists, or the one that the server has filled in. */
const knownSites = (): readonly SiteCode[] => {
  const { site = '', sites } = document.documentElement.dataset;
  return sites?.split(' ') ?? [site];
};

/**
 * The page's site (docs/product.md#site-of-an-address): from the first segment of its path, its data-site, storage, or the
 * default one.
 */
export const pickSite = (): SiteCode => {
  const known = knownSites();
  const wanted: readonly unknown[] = [
    segmentOf(location.pathname),
    document.documentElement.dataset.site,
    readItem(siteKey),
  ];
  const code = wanted.flatMap((value) => known.filter((site) => site === value))[0] ?? known[0] ?? '';
  writeItem(siteKey, code);
  return code;
};

/**
 * The path under which the API of the page's site is. The server says it; elsewhere it names the site, unless that is the default
 * one at an address without a site code.
 */
export const sitePath = (): string => {
  const code = pickSite();
  return segmentOf(location.pathname) === code || code !== knownSites()[0] ? `/${code}` : '';
};
