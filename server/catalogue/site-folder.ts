import type { Sites } from '#server/shared/sites/sites.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { CatalogueFault } from './fault.ts';

/** Throws CatalogueFault unless the site has a valid folder now, on sale by this server or not. */
export const mustHaveFolder = (sites: Sites, site: SiteCode): void => {
  sites.refresh();
  if (sites.find(site) === null || sites.isClosed(site))
    throw new CatalogueFault(
      `${site} has no valid folder in src/sites or SITES_DIR (npm run tool -- new-site ${site}).`,
    );
};
