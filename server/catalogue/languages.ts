import type { Recent } from '#server/core/recent.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { invalid } from '#server/shared/problem.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Language } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';

export const readLangs = (db: Db, site: SiteCode): Promise<Language[]> =>
  db
    .selectFrom('languages')
    .select(['id', 'display_name', 'display_position', 'is_default'])
    .where('site', '=', site)
    .orderBy('display_position')
    .execute();

/** As `readLangs`, shared for a moment by all pages. */
export const recentLangs = ({ db, recent }: { db: Db; recent: Recent }, site: SiteCode): Promise<Language[]> =>
  recent.of(`langs ${site}`, () => readLangs(db, site));

export const isSiteLanguage = async (db: Db | Tx, site: SiteCode, lang: Lang): Promise<boolean> => {
  const row = await db
    .selectFrom('languages')
    .select('id')
    .where('site', '=', site)
    .where('id', '=', lang)
    .executeTakeFirst();
  return row !== undefined;
};

/** Throws invalid_input unless the site has the language. */
export const mustBeSiteLanguage = async (db: Db | Tx, site: SiteCode, lang: Lang): Promise<void> => {
  if (!(await isSiteLanguage(db, site, lang))) throw invalid('lang', 'Not a language of this site.');
};
