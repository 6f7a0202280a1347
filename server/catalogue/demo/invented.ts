import type { Environment } from '#src/domain/site.ts';

type SeedEnv = { SEED?: number | undefined; APP_ENV: Environment };

/** The seed of the demo catalogue; null in production, where the venue's own is imported, unless SEED is set. */
export const inventedOf = (env: SeedEnv): number | null => env.SEED ?? (env.APP_ENV === 'production' ? null : 1);
