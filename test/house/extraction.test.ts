import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import { afterAll, beforeEach, expect, it } from 'vitest';
import config from '../../lingui.config.ts';
import { readCatalogue } from './messages.ts';
import { readText, root } from './source.ts';

/** A copy of the catalogues, which `lingui extract --clean` writes from the repository's sources. */
const folder = mkdtempSync(join(tmpdir(), 'locales-'));
const fileOf = (lang: string) => join(folder, `locales/${lang}/messages.json`);
const own = makeConfig(
  {
    ...config,
    rootDir: root,
    catalogs: config.catalogs?.map((one) => ({ ...one, path: join(folder, 'locales/{locale}/messages') })) ?? [],
  },
  { skipValidation: true },
);
const open = async () => {
  const [catalog] = await getCatalogs(own);
  if (!catalog) throw new Error('There is no catalogue.');
  return catalog;
};
const extract = async () => {
  const { orderBy } = own;
  await (await open()).make({ clean: true, overwrite: false, orderBy });
};

beforeEach(() => cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lingui extract --clean makes no difference', async () => {
  await extract();
  for (const lang of own.locales)
    expect(readFileSync(fileOf(lang), 'utf8'), lang).toBe(readText(`locales/${lang}/messages.json`));
});

it('lingui extract --clean adds a used message and removes an unused one', async () => {
  const { payment_title: _, ...rest } = readCatalogue('en');
  writeFileSync(fileOf('en'), JSON.stringify({ ...rest, payment_unused: 'Unused' }));
  await extract();
  expect(JSON.parse(readFileSync(fileOf('en'), 'utf8'))).toEqual({
    ...readCatalogue('en'),
    payment_title: 'payment_title',
  });
});

it('a missing message falls back to English and is reported', async () => {
  const { payment_title: _, ...rest } = readCatalogue('kr');
  writeFileSync(fileOf('kr'), JSON.stringify(rest));
  const compiled = await (await open()).getTranslations('kr', {
    fallbackLocales: own.fallbackLocales,
    sourceLocale: 'en',
    missingBehavior: 'catalog',
  });
  expect(compiled.messages.payment_title).toBe('Payment');
  expect(compiled.missing.map(({ id }) => id)).toEqual(['payment_title']);
});
