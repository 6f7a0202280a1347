import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '#server/catalogue/demo/catalogues.ts';
import { type CustomerField, customerFields } from '#src/domain/customer.ts';
import { optionLists } from '#src/domain/option-lists.ts';
import { SaleTypeSchema } from '#src/domain/product.ts';
import { exampleFolder } from '#src/sites/folder.ts';
import { SiteFileSchema } from '#src/sites/schema.ts';
import { siteCodes, siteOf } from '#test/tools/example-sites.ts';

const sites = siteCodes.map((code) => ({
  code,
  file: v.parse(SiteFileSchema, JSON.parse(readFileSync(join(exampleFolder, code, 'site.json'), 'utf8'))),
  catalogue: demoCatalogue(code),
  skin: siteOf(code).styles.skin,
}));
type Site = (typeof sites)[number];
type Row = readonly [setting: string, value: unknown, has: (site: Site) => boolean];

type Schema = {
  type: string;
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  options?: readonly unknown[];
};
const at = (path: string, { file }: Site): unknown =>
  path.split('.').reduce<unknown>((part, key) => Object(part)[key], file);

/** Each choice that a site's file has: true or false, or one of some words. */
const choicesIn = ({ type, entries, wrapped, item, options }: Schema, path = ''): Row[] => {
  const inner = wrapped ?? item;
  if (inner) return choicesIn(inner, path);
  const values = type === 'boolean' ? [true, false] : (options ?? []);
  return [
    ...values.map((value): Row => [path, value, (site) => [at(path, site)].flat().includes(value)]),
    ...Object.entries(entries ?? {}).flatMap(([key, entry]) => choicesIn(entry, path ? `${path}.${key}` : key)),
  ];
};

const links = ['terms', 'specified', 'privacy', 'about', 'app', 'help', 'extra'].map((key) => `links.${key}`);
const rowsOf = (name: string, values: readonly unknown[], read: (site: Site) => readonly unknown[]): Row[] =>
  values.map((value) => [name, value, (site) => read(site).includes(value)]);
const listed: readonly CustomerField[] = ['gender', 'age', 'resident_area'];
/** What a site may have or lack. */
const parts = [...links, 'gatagKey.url', 'fingerprint'];

/** docs/product.md#site-settings: a value that no site uses would be untested. */
const rows: Row[] = [
  ...choicesIn(SiteFileSchema),
  ...parts.flatMap((path) => rowsOf(path, [true, false], (site) => [Boolean(at(path, site))])),
  ...['header', 'display', 'radius'].flatMap((token) =>
    rowsOf(token, [true, false], ({ skin }) => [skin.includes(`--${token}:`)]),
  ),
  ...rowsOf(
    'header of two colours',
    [true, false],
    ({
      file: {
        ticketHeaderColor: { pc, sp },
      },
    }) => [pc !== sp],
  ),
  ...rowsOf('sale type', SaleTypeSchema.options, ({ catalogue }) =>
    (catalogue?.products ?? []).map(({ sale_type }) => sale_type),
  ),
  ...rowsOf('set products', [0, 1, 2], ({ catalogue }) => [catalogue?.set_products.length]),
  ...rowsOf('field', customerFields, ({ catalogue }) =>
    (catalogue?.field_templates ?? []).flatMap(({ is_display, field_name }) => (is_display ? field_name : [])),
  ),
  ...rowsOf('list of a field', [null, ...Object.keys(optionLists)], ({ catalogue }) =>
    (catalogue?.field_templates ?? []).flatMap(({ field_name, is_display, list }) =>
      is_display && listed.includes(field_name) ? list : [],
    ),
  ),
];

describe('settings per site', () => {
  it.each(rows)('%s: some site has %s', (_setting, _value, has) => {
    expect(sites.some(has)).toBe(true);
  });

  it('are read from the schema', () => {
    expect(rows).toContainEqual(['logo.header.variant', 'black', expect.any(Function)]);
  });

  it('require mail confirmation on at least two sites, and start by mail only on one', () => {
    expect(sites.filter(({ file }) => file.mailConfirm).length).toBeGreaterThanOrEqual(2);
    expect(sites.filter(({ file }) => file.isOnlyStartMailConfirm)).toHaveLength(1);
  });
});
