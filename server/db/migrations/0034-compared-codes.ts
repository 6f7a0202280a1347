import { type Kysely, sql } from 'kysely';

/** Finds a coupon by what its code looks like: I, L and 1 are one, O and 0 too, dashes none (`src/domain/coupon.ts`). */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`create index coupons_by_compared_code on coupons (site, translate(code, 'ILO-', '110'))`.execute(db);
};
