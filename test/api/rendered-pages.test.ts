import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { timed, tomorrow } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { temporaryFolder } from './kit/process.ts';
import { startShop } from './kit/shop.ts';

/** A build whose renderer writes how many first screens there were, and of what the times are. */
const { folder, remove } = temporaryFolder();
for (const name of ['client', 'page']) mkdirSync(join(folder, name));
writeFileSync(
  join(folder, 'client/index.html'),
  '<!doctype html><html lang="ja"><head><title></title></head><body><div id="root"></div></body></html>',
);
writeFileSync(
  join(folder, 'page/markup.js'),
  `let count = 0;
export const renderMarkup = async () => ({ html: 'rendering ' + (count += 1), title: '', shows: '', texts: { first: {}, own: {} } });
export const renderTimes = async ({ site, lang, product, day, slots }) =>
  JSON.stringify([site.code, lang, product.uuid, day, slots]);`,
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

it('times of a day are HTML in the language of the page', async () => {
  const path = '/borderless/api/v1/products/times';
  const get = (query: Record<string, string>, init = {}) =>
    fetch(`${shop.url}${path}?${new URLSearchParams(query)}`, init);
  const query = { lang: 'kr', product_uuid: timed, day: tomorrow };
  const { time_spans } = await shop.call('searchProducts', { query: { ...query, from: tomorrow, to: tomorrow } });
  const reply = await get(query, { headers: { 'accept-encoding': 'br' } });
  expect(await reply.json()).toEqual(['borderless', 'kr', timed, tomorrow, time_spans]);
  expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
  expect(reply.headers.get('content-encoding')).toBe('br');
  // opened as a page it may load and run nothing
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await get({ ...query, product_uuid: 'none' })).status).toBe(404);
  for (const bad of [{ day: '2026-13-01' }, { lang: 'xx' }]) expect((await get({ ...query, ...bad })).status).toBe(400);
  expect((await get(query, { method: 'POST' })).status).toBe(405);
});
