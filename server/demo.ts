import { demoCatalogue } from './catalogue/demo/catalogues.ts';
import { seedDatabase } from './catalogue/demo/seed.ts';
import type { Env } from './env.ts';
import type { MethodsOnOffer } from './operators/preflight/catalogues.ts';
import type { Sites } from './shared/sites/sites.ts';

/* The only file of the shop that imports the demo fixtures. */

export const seedDemo = seedDatabase;

/** The number of the invented catalogue; null in production, where the venue imports its own, unless SEED is set. */
export const demoNumber = (env: Env): number | null => env.SEED ?? (env.APP_ENV === 'production' ? null : 1);

/** Methods of the demo catalogues that a start with these settings seeds where a site has none. */
export const demoMethods = (env: Env, sites: Sites): MethodsOnOffer => {
  if (demoNumber(env) === null) return {};
  const catalogues = [...sites].flatMap((code) => demoCatalogue(code) ?? []);
  return Object.fromEntries(catalogues.map(({ site, payment_methods }) => [site, payment_methods.map(({ id }) => id)]));
};
