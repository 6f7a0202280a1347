import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '#src/sites/operation.ts';
import type { openSites } from './open-sites.ts';

/** SQL of a whole number that sites may set, for a row of the site in `column`; `usual` for sites that set none. */
export const bySite = (
  sites: Sites,
  column: RawBuilder<unknown>,
  usual: number,
  pick: (operation: Operation) => number | undefined,
): RawBuilder<number> => {
  const own = sites.folders().flatMap((code) => {
    const value = pick(sites.operationOf(code));
    return value === undefined ? [] : [sql` when ${code} then ${value}::int`];
  });
  return own.length === 0 ? sql`${usual}::int` : sql`(case ${column}${sql.join(own, sql``)} else ${usual}::int end)`;
};

/** The sites that this server sells, as their folders describe them now (docs/architecture.md#sites). */
export type Sites = ReturnType<typeof openSites>;
