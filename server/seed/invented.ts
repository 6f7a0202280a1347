import type { Env } from '#server/env.ts';

/** The number of the invented catalogue; null in production, where the venue's own is imported, unless SEED asks for it. */
export const inventedOf = (env: Env): number | null => env.SEED ?? (env.APP_ENV === 'production' ? null : 1);
