import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import { afterAll, expect, it } from 'vitest';
import config from '../../lingui.config.ts';
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
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lingui extract --clean makes no difference', async () => {
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true });
  const [catalog] = await getCatalogs(own);
  await catalog?.make({ clean: true, overwrite: false, orderBy: own.orderBy });
  for (const lang of own.locales)
    expect(readFileSync(fileOf(lang), 'utf8'), lang).toBe(readText(`locales/${lang}/messages.json`));
});
