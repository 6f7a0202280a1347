import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Whether a site may offer a method now: a catalogue can be imported by a process with other settings than the server's. */
export type CanTake = (site: SiteCode, method: Method) => boolean;

export type MethodDeps = {
  /** Methods whose provider is configured. */
  payments: Readonly<Partial<Record<Method, unknown>>>;
  sites: Sites;
  canTake: CanTake;
  /** The methods that a site takes; by default those of its file. */
  takenMethods?: (site: SiteCode) => Promise<readonly Method[]>;
};

/** The payment methods of a site on sale: those of its file with a configured provider, the same ones as its pages offer. */
export const takenMethods = async (
  { payments, sites, canTake, takenMethods: override }: MethodDeps,
  site: SiteCode,
): Promise<readonly Method[]> => {
  if (sites.isClosed(site)) return [];
  const taken = override ? await override(site) : sites.settingsOf(site).methods;
  return taken.filter((method) => payments[method] && canTake(site, method));
};

/** The methods of a site's catalogue that it takes. */
export const methodsOnSale = async (deps: MethodDeps, db: Db | Tx, site: SiteCode) => {
  const [rows, taken] = await Promise.all([
    db
      .selectFrom('payment_methods')
      .select(['id', 'min_amount', 'words'])
      .where('site', '=', site)
      .orderBy('position')
      .execute(),
    takenMethods(deps, site),
  ]);
  return rows.filter(({ id }) => taken.includes(id));
};
