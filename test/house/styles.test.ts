import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Selectors by which a browser styles much of a page again when one element changes (docs/architecture.md#loading). */
const costly = (styles: string): string[] =>
  (styles.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [])
    .map((selector) => selector.trim())
    .filter((selector) => /\* [+~] \*/.test(selector) || /:has\(.*\)[^,]*[ >+~]\*(?:,|$)/.test(selector));

describe('styles', () => {
  it('have no selector that makes a press style the whole page', () => {
    const files = globSync('src/**/*.css');
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((file) => costly(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each(['.a > * + * {}', '.a ~ .b, * ~ * {}', '.a:has(.b) > * {}', '@layer x { .a:has(:checked) * {} }'])(
    'the rule rejects %s',
    (styles) => {
      expect(costly(styles)).toHaveLength(1);
    },
  );
});
