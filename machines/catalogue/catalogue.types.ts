import type { Tag } from '#machines/shared/screens.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';

export type CatalogueInput = { site: SiteCode; lang: Lang };
export type CatalogueContext = CatalogueInput & { catalogue: Catalogue | null };

export type CatalogueTypes = {
  context: CatalogueContext;
  events: { type: 'catalogue.again' };
  input: CatalogueInput;
  /** Emitted once everything is loaded (docs/product.md#start-up). */
  emitted: { type: 'api-loaded' };
  tags: Tag;
  children: { openShop: 'openShop' };
};
