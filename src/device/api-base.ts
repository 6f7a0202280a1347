import { sitePath } from './site.ts';

/**
 * Prefix of the site's API calls: what the server wrote into the page (`data-api`), else by the site, so that one host can serve
 * every site (docs/product.md#api).
 */
export const apiBase = (): string => document.documentElement.dataset.api ?? `${sitePath()}/api/v1`;
