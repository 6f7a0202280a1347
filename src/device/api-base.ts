/** The page's base path without the tickets segment, e.g. `/` or `/mori/`. */
export const siteRoot = (): string => location.pathname.replace(/tickets\/?$/, '').replace(/\/?$/, '/');

/** Prefix of the site's API calls. It includes the site's path, so that one host can serve every site (docs/product.md#api). */
export const apiBase = (): string => `${siteRoot().replace(/\/$/, '')}/api/v1`;
