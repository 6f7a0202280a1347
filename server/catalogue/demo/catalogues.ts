import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogueJson } from '#server/catalogue/read-file.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import type { SiteCode } from '#src/domain/site.ts';

const folder = join(import.meta.dirname, 'catalogues');

/** The sites with an invented catalogue; a venue imports its own. */
export const demoSites: readonly SiteCode[] = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

const read = new Map<SiteCode, Catalogue>();

/** The invented catalogue of a site as its file has it (`server/README.md`); null where there is none. */
export const demoCatalogue = (site: SiteCode): Catalogue | null => {
  if (!demoSites.includes(site)) return null;
  const catalogue = read.get(site) ?? readCatalogueJson(readFileSync(join(folder, `${site}.json`), 'utf8'));
  read.set(site, catalogue);
  return catalogue;
};
