import type { PagePlace } from '#src/domain/markup.ts';
import { type Environment, environments } from '#src/domain/site.ts';
import { sitePath } from './site.ts';

/** The environment that the server wrote into the page; an unknown one counts as production, the strictest. */
export const pageEnvironment = (): Environment =>
  environments.find((environment) => environment === document.documentElement.dataset.env) ?? 'production';

/**
 * Prefix of the site's API calls: what the server wrote into the page (`data-api`), else by the site, so that one host can serve
 * every site (docs/product.md#api).
 */
export const apiBase = (): string => document.documentElement.dataset.api ?? `${sitePath()}/api/v1`;

export const pagePlace = (): PagePlace => ({
  environment: pageEnvironment(),
  path: location.pathname,
  api: apiBase(),
});
