import type { Env } from '#server/env.ts';

/** The seed of the demo catalogue; null in production, where the venue's own is imported, unless SEED is set. */
export const inventedOf = (env: Env): number | null => env.SEED ?? (env.APP_ENV === 'production' ? null : 1);
