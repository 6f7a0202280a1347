import type { Db, Tx } from '#server/db/open.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

/**
 * Whether a site may offer a method now: its provider is configured for the site. A catalogue can be imported by a process with
 * other settings than the server's.
 */
export type CanTake = (site: SiteCode, method: Method) => boolean;

export type MethodDeps = { sites: Sites; canTake: CanTake };

/** The payment methods of a site on sale: those of its file that it may offer, the same ones as its pages do. */
export const takenMethods = ({ sites, canTake }: MethodDeps, site: SiteCode): readonly Method[] =>
  sites.isClosed(site) ? [] : sites.settingsOf(site).methods.filter((method) => canTake(site, method));

/** The methods of a site's catalogue that it takes. */
export const methodsOnSale = async (deps: MethodDeps, db: Db | Tx, site: SiteCode) => {
  const rows = await db
    .selectFrom('payment_methods')
    .select(['id', 'min_amount', 'words'])
    .where('site', '=', site)
    .orderBy('position')
    .execute();
  const taken = takenMethods(deps, site);
  return rows.filter(({ id }) => taken.includes(id));
};
