import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '#server/catalogue/demo/catalogues.ts';
import { langs } from '#src/domain/lang.ts';
import { exampleFolder, readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';

const all = siteCodes.map(settingsOf);
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);
const demoOf = (code: string) => {
  const found = demoCatalogue(code);
  if (!found) throw new Error(`${code} has no invented catalogue.`);
  return found;
};
const catalogues = siteCodes.map(demoOf);
const products = catalogues.flatMap((one) => one.products);
const sets = catalogues.flatMap((one) => one.set_products);

/** The schema of a folder judges every site, so a venue's own site is held to it and to nothing else. */
describe('the sites of the repository', () => {
  it.each(siteFolders(exampleFolder))('%s has a valid folder', (code) => {
    const { faults = [] } = readSiteFolder(exampleFolder, code);
    expect(faults.map((fault) => faultLine(code, fault))).toEqual([]);
  });

  it('include those of the demo', () => {
    expect(siteFolders(exampleFolder)).toEqual(expect.arrayContaining([...siteCodes]));
  });
});

describe('all demo sites together', () => {
  it('have unique uuids and keys', () => {
    const uuids = [...products, ...sets].map(({ uuid }) => uuid);
    expect(twice(uuids)).toEqual([]);
    expect(
      uuids.filter((uuid) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(uuid)),
    ).toEqual([]);
    expect(twice(products.flatMap(({ options }) => options.map(({ id }) => id)))).toEqual([]);
    const spans = products.flatMap(({ time_spans }) => time_spans.map(({ id }) => id));
    expect(twice(spans)).toEqual([]);
  });

  it.each(langs)('have unique titles in %s', (lang) => {
    expect(twice(all.map(({ title }) => title[lang]))).toEqual([]);
  });
});
