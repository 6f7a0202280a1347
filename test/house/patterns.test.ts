import { describe, expect, it } from 'vitest';
import { slowPatterns } from './patterns.ts';
import { isTest, parse, sourcesIn } from './source.ts';

const slowIn = (text: string, bounded = {}) => slowPatterns([parse('src/api/x.ts', text)], bounded);

const page =
  'the page of `npm run build` with two styles, which src/sites bounds, before any text of a venue or visitor';
const parts = 'the files of packages/sandbox/browser';

/** Patterns that are not linear, and what bounds the length of their text. */
const exceptions: readonly (readonly [path: string, pattern: RegExp, bound: string])[] = [
  ['server/web/pages/page-html.ts', /<script(?: type="module")?>([\s\S]*?)<\/script>/g, page],
  ['server/web/pages/page-html.ts', /<style[^>]*>([\s\S]*?)<\/style>/g, page],
  ['server/web/pages/page-html.ts', /<section [^>]*data-of="([a-z-]+)">.*?<\/section>/g, page],
  ['server/web/pages/page-html.ts', /<!--contact (.*?)-->/g, page],
  ['server/web/pages/page-html.ts', /\s*<(?:link|style) [^>]*data-of="([a-z0-9 -]+)"[^>]*>(?:[^<]*<\/style>)?/g, page],
  ['server/web/pages/page-html.ts', /(<div (?:id="outdated" hidden|class="no-script")>)(.*?)<\/div>/gs, page],
  ['server/web/pages/page-html.ts', /<link rel="modulepreload" [^>]*href="([^"]+)"/g, page],
  ['packages/sandbox/assets.ts', /^import [^;]* from '\.\/([^']+)';$/gm, parts],
  ['packages/sandbox/assets.ts', /^import [^;]*;$/gm, parts],
  ['src/domain/money.ts', /\B(?=(\d{3})+$)/g, 'a number as text: at most 24 characters'],
];
const bounded = Object.fromEntries(exceptions.map(([path, pattern, bound]) => [`${path} ${pattern}`, bound]));

describe('no text takes a regular expression longer than its length', () => {
  it('holds for every pattern of the charts, the client and the server', async () => {
    const sources = sourcesIn(['machines', 'packages/sandbox', 'src', 'server']).filter(({ path }) => !isTest(path));
    expect(await slowPatterns(sources, bounded)).toEqual([]);
  });

  it.each([
    ['a quadratic pattern', String.raw`header.split(/\s*,\s*/)`, '2nd degree polynomial'],
    ['an exponential one', 'const name = /^(?:a|a)*$/;', 'exponential'],
    ['one of a schema', String.raw`v.pipe(v.string(), v.regex(/^[^@]+@.+\..+$/))`, '2nd degree polynomial'],
    ['one in a text', "const token = { type: 'string', pattern: '^(?:a+)+$' };", 'exponential'],
    ['a text that is matched', "name.match('(?:a|a)*$')", 'exponential'],
    ['one that is made while the program runs', 'const of = (name) => new RegExp(name);', 'RegExp'],
    ['one that is made without new', 'const of = (name) => RegExp(name);', 'RegExp'],
  ])('rejects %s', async (_, text, fault) => {
    expect(await slowIn(text)).toEqual([expect.stringContaining(fault)]);
  });

  it('rejects an exception that no pattern needs', async () => {
    expect(await slowIn('const digits = /^[0-9]+$/;', { 'src/api/x.ts /^[0-9]+$/': 'short' })).toHaveLength(1);
  });
});
