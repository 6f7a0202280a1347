import * as v from 'valibot';

/** First segments of addresses that mean something else, and words that settings use beside site codes. */
const reservedCodes: readonly string[] = ['tickets', 'api', 'assets', 'sites', 'sandbox', 'default', 'constructor'];

/** The code of a site: the name of its folder and the first segment of its address (docs/product.md#site-codes). */
export const SiteCodeSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a site code: a small letter, then at most 39 small letters, digits and hyphens'),
  v.check((code) => !reservedCodes.includes(code), `another code: ${reservedCodes.join(', ')} are reserved`),
);
