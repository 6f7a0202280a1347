import { apiPrefix } from '#src/api/contract/index.ts';
import type { Lang } from '#src/domain/lang.ts';

/** The path, below a site's API, that ends a subscription by a POST without a page (RFC 8058). */
export const oneClickPath = (token: string): string => `/mailmagazines/${token}/release`;

/** The addresses that end a subscription: the page, whose token is behind the hash, and the one for mail programs. */
export const releaseLinks = (root: string, token: string, lang: Lang): { page: string; oneClick: string } => ({
  page: `${root}/#/mail-release/${token}?lang=${lang}`,
  oneClick: `${root}${apiPrefix}${oneClickPath(token)}`,
});
