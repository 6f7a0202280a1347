import type { Db } from '#server/db/open.ts';
import { siteNamed } from '#server/shared/site-address.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Finds the site of an address among those that are on sale and have a catalogue in the database. */
export const createSiteFinder = ({ db, sites }: { db: Db; sites: ReadonlySet<SiteCode> }) => {
  const known = new Set<SiteCode>();
  return async (segment: string | undefined): Promise<SiteCode | null> => {
    const code = siteNamed(segment);
    if (code === null || !sites.has(code)) return null;
    if (known.has(code)) return code;
    const row = await db.selectFrom('sites').select('code').where('code', '=', code).executeTakeFirst();
    if (row) known.add(code);
    return row ? code : null;
  };
};
