import * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import type { Lang } from '#src/domain/lang.ts';
import { type Environment, type SiteCode, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';

/** Site of an address without a site code (SPEC §1). */
export const defaultSite: SiteCode = siteCodes[0];

/** In: the first segment of an address, undefined for none. Out: the site, when it is one and is in the database. */
export const createSiteFinder = (db: Db) => {
  const known = new Set<SiteCode>();
  return async (segment: string | undefined): Promise<SiteCode | null> => {
    if (segment !== undefined && !v.is(SiteCodeSchema, segment)) return null;
    const code = segment ?? defaultSite;
    if (known.has(code)) return code;
    const row = await db.selectFrom('sites').select('code').where('code', '=', code).executeTakeFirst();
    if (row) known.add(code);
    return row ? code : null;
  };
};

/** In: a site. Out: its path, '' for the default one. */
export const prefixOf = (site: SiteCode): string => (site === defaultSite ? '' : `/${site}`);

/**
 * In: origin and base of a site, and the token of a ticket's link. Out: the address of the ticket in a language. Ticket
 * routes live under the tickets base outside development (SPEC §2).
 */
export const ticketPage = (env: Environment, base: string, token: string, lang: Lang): string =>
  `${base}/${env === 'development' ? '' : 'tickets/'}#/id/${token}?lang=${lang}`;
