import { parse } from 'acorn';
import { expect, it } from 'vitest';
import { oldest } from '#build/browsers.ts';
import { withOutdatedNotice, withPageStart } from '#build/first-paint.ts';
import { htmlLang } from '#src/domain/lang.ts';

const bare = '<meta charset="utf-8"><body></body>';
const scriptIn = (html: string): string => /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
const page = withOutdatedNotice(bare);
const script = scriptIn(page);

it.each([
  ['shows the notice for outdated browsers', script, 'toSorted'],
  ['sets the language of the page', scriptIn(withPageStart(bare)), '"kr":"ko"'],
])('the script that %s uses syntax that the oldest browsers parse', (_, text, part) => {
  expect(text).toContain(part);
  expect(() => parse(text, { ecmaVersion: 5 })).not.toThrow();
  expect(() => parse('(() => {})();', { ecmaVersion: 5 })).toThrow();
});

it('the notice tests for `:has()` and toSorted, which Safari 15.4, Chrome 105 and Firefox 115 introduced', () => {
  expect(script).toContain(':has(');
  expect(oldest).toEqual({ safari: '15.4', chrome: '105', firefox: '115' });
});

it('the notice is in every language and names the versions', () => {
  const notice = page.slice(page.indexOf('<div id="outdated"'));
  const sections = [...notice.matchAll(/<section lang="([^"]+)" data-of="([^"]+)">(.*?)<\/section>/g)];
  expect(sections.map(([, lang]) => lang)).toEqual(Object.values(htmlLang));
  for (const [, , , text] of sections) for (const version of Object.values(oldest)) expect(text).toContain(version);
});
