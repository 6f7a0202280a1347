import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { forFile } from './kit/for-file.ts';
import { temporaryFolder } from './kit/process.ts';
import { startShop } from './kit/shop.ts';

/** A build whose renderer writes how many first screens there were. */
const { folder, remove } = temporaryFolder();
for (const name of ['client', 'page']) mkdirSync(join(folder, name));
writeFileSync(
  join(folder, 'client/index.html'),
  '<!doctype html><html lang="ja"><head><title></title></head><body><div id="root"></div></body></html>',
);
writeFileSync(
  join(folder, 'page/markup.js'),
  `let count = 0;
export const renderMarkup = async () => ({ html: 'rendering ' + (count += 1), title: '', shows: '', texts: { first: {}, own: {} } });`,
);
afterAll(remove);
const shop = await forFile(startShop({ clientFolder: join(folder, 'client') }));

const urls = siteCodes.flatMap((site) =>
  langs.flatMap((lang) => ['/', '/tickets/'].map((path) => `${shop.url}/${site}${path}?lang=${lang}`)),
);

it('every page is rendered once, however often and in whatever encoding it is requested', async () => {
  const numberAt = async (url: string, encoding: string): Promise<number> => {
    const html = await (await fetch(url, { headers: { 'accept-encoding': encoding } })).text();
    return Number(/rendering (\d+)/.exec(html)?.[1]);
  };
  for (const encodings of [['br', 'gzip'], ['identity']]) {
    const found = await Promise.all(urls.flatMap((url) => encodings.map((encoding) => numberAt(url, encoding))));
    expect(new Set(found).size).toBe(urls.length);
    expect(Math.max(...found)).toBe(urls.length);
  }
});
