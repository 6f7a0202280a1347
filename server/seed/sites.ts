import type { SiteCode } from '#src/domain/site.ts';
import { borderless } from './sites/borderless.ts';
import type { SeedSite } from './types.ts';

/** Every site that has a seed, by its code. */
export const sites: Partial<Record<SiteCode, SeedSite>> = { borderless };
