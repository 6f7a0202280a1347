import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import { afterAll, expect, it } from 'vitest';
import config from '../../lingui.config.ts';
import { root } from './source.ts';

/** A copy of the catalogues in which Korean lacks one row. */
const folder = mkdtempSync(join(tmpdir(), 'locales-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a missing message falls back to English and is reported', async () => {
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true });
  const file = join(folder, 'locales/kr/messages.json');
  const { payment_title: _, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(rest));
  const own = makeConfig({ ...config, rootDir: folder }, { skipValidation: true });
  const catalogs = await getCatalogs(own);
  const catalog = catalogs.find(({ path }) => path.endsWith('messages'));
  const compiled = await catalog?.getTranslations('kr', {
    fallbackLocales: own.fallbackLocales,
    sourceLocale: 'en',
    missingBehavior: 'catalog',
  });
  expect(compiled?.messages.payment_title).toBe('Payment');
  expect(compiled?.missing.map(({ id }) => id)).toEqual(['payment_title']);
});
