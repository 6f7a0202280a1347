import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoSites } from '#server/catalogue/demo/catalogues.ts';
import { shifted } from '#server/catalogue/demo/demo-days.ts';
import { importCatalogue } from '#server/catalogue/import.ts';
import { readCatalogueJson } from '#server/catalogue/read-file.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { mustHaveFolder } from '#server/catalogue/site-folder.ts';
import { readSettings } from '#server/env.ts';
import { siteOptionsOf } from '#server/shared/sites/env.ts';
import { openSites } from '#server/shared/sites/open-sites.ts';
import { addDays } from '#src/domain/dates.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { rulesOf } from '#src/domain/site.ts';
import { exampleFolder } from '#src/sites/folder.ts';
import { day } from '#test/api/kit/day.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import type { ModeName } from './modes.ts';
import type { Picture } from './plan.ts';
import { invitedScenes, keyScenes } from './walks/site.ts';

/** The first day for which a ticket that costs money is sold on the day before. */
const firstDay = ({ products }: Catalogue): string | undefined => {
  const [product] = products.filter(({ options }) => options.some(({ add_cost }) => add_cost > 0));
  return product?.time_spans
    .map(({ reservation_from, sale_from }) => ({ on: reservation_from.slice(0, 10), from: sale_from.slice(0, 10) }))
    .filter(({ on, from }) => from < on && product.sale_from < on)
    .map(({ on }) => on)
    .sort()[0];
};

const nextDay = addDays(day, 1);

/** The catalogue as if that day were the one after the day of the pictures, so that they are the same whenever they are taken. */
export const moved = (catalogue: Catalogue): Catalogue => {
  const first = firstDay(catalogue);
  if (first === undefined)
    throw new Error(`${catalogue.site} sells nothing in advance that costs money, so there is no purchase.`);
  const days = Math.round((Date.parse(nextDay) - Date.parse(first)) / 86_400_000);
  return shifted(catalogue, days);
};

const readCatalogue = (file: string): Catalogue => moved(readCatalogueJson(readFileSync(file, 'utf8')));

/** The pictures of one site: each key screen in each of its languages, and in two further modes in the first. */
export const picturesOf = (site: string, onlyMail: boolean, offered: readonly Lang[]): Picture[] => {
  const rows = (lang: Lang, mode: ModeName): Picture[] =>
    (onlyMail ? invitedScenes : keyScenes).map((scene) => ({ scene, site, lang, mode }));
  const more = offered.slice(0, 1).flatMap((lang) => [...rows(lang, 'desktop'), ...rows(lang, 'phone-dark')]);
  return [...offered.flatMap((lang) => rows(lang, 'phone')), ...more];
};

/** One site of `SITES_DIR` or of the repository: its pictures, and how to open a shop that sells it. Throws with what is wrong. */
export const openVenue = (site: string, file?: string) => {
  const { env } = readSettings({ SITES_DIR: process.env.SITES_DIR });
  const sites = openSites({ ...siteOptionsOf(env), log: () => undefined });
  mustHaveFolder(sites, site);
  const own = file ?? join(env.SITES_DIR ?? exampleFolder, `${site}.catalogue.json`);
  const isInvented = demoSites.includes(site) && !existsSync(own);
  if (!isInvented && !existsSync(own))
    throw new Error(`${own} is missing: npm run db -- export ${site} ${own}, or --catalogue <file>.`);
  const catalogue = isInvented ? null : readCatalogue(own);
  const offered = catalogue ? catalogue.languages.map(({ id }) => id) : langs;
  return {
    pictures: picturesOf(site, rulesOf(sites.settingsOf(site)).onlyMail, offered),
    openShop: async () => {
      const shop = await startOwnShop({ sites });
      if (catalogue) await importCatalogue(shop.db, catalogue, day);
      return shop;
    },
  };
};
