import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { CatalogueSchema } from '#server/catalogue/contradictions.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { readSiteFolder } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';

const template = new URL('./template/', import.meta.url);
const [catalogueFile, days] = ['catalogue.json', 30];

const spanOf = (code: string, day: string, from: string) => ({
  id: `${code}-${day}`,
  reservation_from: `${day}T10:00:00+09:00`,
  reservation_to: `${day}T17:00:00+09:00`,
  sale_from: `${from}T00:00:00+09:00`,
  sale_to: `${day}T16:00:00+09:00`,
  capacity: 200,
});

/** A small catalogue to begin with: one product for thirty days from `from` (YYYY-MM-DD) on. */
export const catalogueFor = (code: string, from: string): Catalogue => {
  const catalogue = JSON.parse(readFileSync(new URL(catalogueFile, template), 'utf8').replaceAll('<code>', code));
  const time_spans = Array.from({ length: days }, (_, index) => spanOf(code, addDays(from, index), from));
  const [admission] = catalogue.products;
  const products = [{ ...admission, sale_from: from, sale_to: addDays(from, days - 1), time_spans }];
  return v.parse(CatalogueSchema, { ...catalogue, products });
};

type Wanted = { code: string; title: string; folder: string; today: Date };

/**
 * Writes the folder of a new site and its first catalogue; returns where. Throws when the code is none, or when something of that
 * name is there.
 */
export const makeSite = ({ code, title, folder, today }: Wanted): { site: string; catalogue: string } => {
  const named = v.safeParse(SiteCodeSchema, code);
  if (!named.success) throw new Error(`${code}: ${named.issues[0].message}`);
  const [site, catalogue] = [join(folder, code), join(folder, `${code}.catalogue.json`)];
  for (const path of [site, catalogue]) if (existsSync(path)) throw new Error(`${path} is there already.`);
  mkdirSync(site, { recursive: true });
  const ofTitle = JSON.stringify(title).slice(1, -1);
  for (const name of readdirSync(template).filter((file) => file !== catalogueFile)) {
    const text = readFileSync(new URL(name, template), 'utf8');
    writeFileSync(
      join(site, name),
      text.replaceAll('<code>', code).replaceAll('<title>', () => ofTitle),
    );
  }
  const { faults = [] } = readSiteFolder(folder, code);
  if (faults.length > 0) throw new Error(faults.map((fault) => faultLine(code, fault)).join('\n'));
  writeFileSync(catalogue, `${JSON.stringify(catalogueFor(code, venueDay(today.getTime())), null, 2)}\n`);
  return { site, catalogue };
};
