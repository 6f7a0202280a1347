import { demoCatalogue } from './catalogue/demo/catalogues.ts';
import { inventedOf } from './catalogue/demo/invented.ts';
import { seedDatabase } from './catalogue/demo/seed.ts';
import type { Env } from './env.ts';
import type { MethodsOnOffer } from './operators/preflight/catalogues.ts';
import type { Sites } from './shared/sites/sites.ts';

/* The only file of the shop that imports the demo fixtures. */

/** Fills the sites without a catalogue with invented ones, on sale from `day` on; the same day and number make the same shop. */
export const seedDemo = seedDatabase;

/** The number of the invented catalogue of this server; null when it invents none. */
export const demoNumber = inventedOf;

/** Methods of the demo catalogues that a start with these settings seeds where a site has none. */
export const demoMethods = (env: Env, sites: Sites): MethodsOnOffer =>
  inventedOf(env) === null
    ? {}
    : Object.fromEntries(
        [...sites].flatMap((code) => {
          const catalogue = demoCatalogue(code);
          return catalogue ? [[code, catalogue.payment_methods.map(({ id }) => id)]] : [];
        }),
      );
