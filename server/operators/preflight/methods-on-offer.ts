import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** The payment methods in each site's catalogue; sites without a catalogue are missing. */
export type MethodsOnOffer = Readonly<Partial<Record<SiteCode, readonly Method[]>>>;

/** Reads the catalogues of a database at any schema version; before the first migration there are none. Writes nothing. */
export const readMethodsOnOffer = async (db: Db): Promise<MethodsOnOffer> => {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('payment_methods') is not null as known`.execute(
    db,
  );
  if (!rows[0]?.known) return {};
  const all = await db
    .selectFrom('sites')
    .leftJoin('payment_methods', 'payment_methods.site', 'sites.code')
    .select(['sites.code', 'payment_methods.id'])
    .orderBy('payment_methods.position')
    .execute();
  const offered: Partial<Record<SiteCode, Method[]>> = {};
  for (const { code, id } of all) offered[code] = [...(offered[code] ?? []), ...(id === null ? [] : [id])];
  return offered;
};
