import * as v from 'valibot';
import type { Recent } from '#server/core/recent.ts';
import type { Db } from '#server/db/open.ts';
import { prefixOf } from '#server/shared/site-address.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';

export type Found = {
  site: SiteCode;
  /** Origin and path of the site as this request addresses it, without a trailing slash. */
  base: string;
  /** The request came to the site's own host. */
  isOwnHost: boolean;
};

type Address = {
  url: string;
  /** First segment of the path; undefined without one. */
  segment: string | undefined;
  /** Also a site that is not on sale: providers report to every address they were ever given. */
  isForProvider?: boolean;
};

/**
 * Providers use these addresses for payments that were begun, so they work on every site, also on one that is no longer on sale.
 */
export const isProviderPath = (path: string): boolean => /\/api\/v1\/(?:webhooks|payment-return)\/[^/]+$/.test(path);

/**
 * `/`, `/tickets/`, `/{site}/`, `/{site}/tickets/` (docs/product.md#site-of-an-address). `segment` is undefined for the default
 * site (lazy, since no site is called `tickets`); `slash`: the address ends with one.
 */
export const baseOf = (pathname: string): { segment: string | undefined; tickets: string; slash: boolean } | null => {
  const found = /^\/(?:([a-z][a-z0-9-]*?)(?:\/|$))??(tickets(?:\/|$))?$/.exec(pathname);
  return found ? { segment: found[1], tickets: found[2] ? 'tickets/' : '', slash: pathname.endsWith('/') } : null;
};

/**
 * Finds the site of an address among those of the server that have a catalogue in the database: the one that the host is bound
 * to, else the one of the first segment, else the default one (docs/product.md#site-of-an-address). `originOf`: the shop's own origin
 * for a request, as the operator has set it.
 */
export const createSiteFinder = (
  { db, sites, recent }: { db: Db; sites: Sites; recent: Recent },
  originOf: (url: string) => string,
) => {
  const known = new Set<SiteCode>();
  const hasCatalogue = async (code: SiteCode): Promise<boolean> => {
    if (known.has(code)) return true;
    /* All at once, so that addresses that nobody has cost one query a moment. */
    const rows = await recent.of('sites', () => db.selectFrom('sites').select('code').execute());
    for (const row of rows) known.add(row.code);
    return known.has(code);
  };
  return async ({ url, segment, isForProvider = false }: Address): Promise<Found | null> => {
    const { hostname } = new URL(url);
    const bound = sites.ofHost(hostname);
    if (bound !== null && segment !== undefined && segment !== bound) return null;
    const code = bound ?? segment ?? sites.home;
    if (!v.is(SiteCodeSchema, code)) return null;
    /* The default address of providers works whatever is on sale there. */
    const isServed = isForProvider
      ? segment === undefined || (await hasCatalogue(code))
      : sites.isServed(code) && (await hasCatalogue(code));
    if (!isServed) return null;
    const origin = originOf(url);
    if (bound === null) return { site: code, base: `${origin}${prefixOf(sites, code)}`, isOwnHost: false };
    /* Of the request only the host, which is a known one; scheme and port are the shop's. */
    const own = new URL(origin);
    own.hostname = hostname;
    return { site: code, base: own.origin, isOwnHost: true };
  };
};
