import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { createFirstScreens } from './page.ts';

/** A renderer whose markup is the number of its calls. */
const folder = mkdtempSync(join(tmpdir(), 'first-screen-'));
mkdirSync(join(folder, 'page'));
writeFileSync(
  join(folder, 'page/markup.js'),
  `let count = 0;
export const renderMarkup = async ({ site }) => {
  if (site.title.en === 'broken') throw new Error('broken');
  return { html: String((count += 1)), title: '', shows: '', texts: { first: {}, own: {} } };
};`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const placeAt = (path: string) => ({ environment: 'production', path, api: '/api/v1' }) as const;
const place = placeAt('/');
const places = [place, placeAt('/tickets/')];
const pairs = siteCodes.flatMap((code) =>
  langs.flatMap((lang) => places.map((at) => ({ site: settingsOf(code), lang, catalogue, place: at }))),
);

it('a first screen is rendered once for each site, language, path and version, however many requests there are', async () => {
  let now = Date.parse('2026-11-23T03:00:00Z');
  const firstScreen = createFirstScreens({ clientFolder: join(folder, 'client'), log: () => undefined }, () => now);
  const countOf = async (inputs: typeof pairs) =>
    Math.max(...(await Promise.all(inputs.map(firstScreen))).map((markup) => Number(markup?.html)));
  const before = await countOf([...pairs, ...pairs, ...pairs]);
  expect(before).toBe(siteCodes.length * langs.length * places.length);
  now += 11 * 3_600_000;
  expect(await countOf(pairs)).toBe(before);
  // midnight in Tokyo
  now += 2 * 3_600_000;
  expect(await countOf([...pairs, ...pairs])).toBe(2 * before);
  const changed = pairs
    .slice(0, 1)
    .map((one) => ({ ...one, catalogue: { ...catalogue, texts: { footer_terms: 'Rules' } } }));
  expect(await countOf([...changed, ...changed])).toBe(2 * before + 1);
});

it('a screen that cannot be rendered is one line in the log, and the page has none', async () => {
  const lines: string[] = [];
  const log = (_level: string, event: string) => void lines.push(event);
  const firstScreen = createFirstScreens({ clientFolder: join(folder, 'client'), log });
  const site = { ...settingsOf('borderless'), title: { ...settingsOf('borderless').title, en: 'broken' } };
  const input = { site, lang: 'en', catalogue, place } as const;
  expect(await Promise.all([firstScreen(input), firstScreen(input)])).toEqual([null, null]);
  expect(lines).toEqual(['first_screen_failed']);
});
