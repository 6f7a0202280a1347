import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn, nameFaults, referenceFaults } from './references.ts';
import { filesIn, readText, root } from './source.ts';

const known = new Map<string, ReadonlySet<string>>();
const tree = {
  exists: (path: string) => existsSync(join(root, path)),
  anchors: (path: string) => {
    const anchors = known.get(path) ?? anchorsIn(readText(path));
    known.set(path, anchors);
    return anchors;
  },
};
/** This rule and its test contain forbidden names. */
const own = /^test\/house\/references(?:\.test)?\.ts$/;
const folders = ['docs', 'build', 'src', 'machines', 'packages', 'server', 'test', 'locales'];
const files = [...readdirSync(root), ...filesIn([...folders, 'public', '.ci'])];
const texts = [...files.filter((path) => !path.includes('/') && /\.(?:md|ts)$/.test(path)), ...filesIn(folders)].filter(
  (path) => /\.(?:ts|tsx|mjs|js|css|md|html)$/.test(path) && !own.test(path),
);

describe('references', () => {
  it('lead to an existing file and section', () => {
    expect(texts).toContain('docs/product.md');
    expect(texts.flatMap((path) => referenceFaults(path, readText(path), tree))).toEqual([]);
  });

  it.each([
    ['docs/x.md', '`server/none.ts`'],
    ['docs/x.md', '[a](none.md)'],
    ['docs/x.md', '[a](../server/none.ts)'],
    ['docs/x.md', '[a](product.md#none)'],
    ['src/x.ts', '/** Why (docs/product.md#none). */'],
    ['src/x.ts', '// docs/none.md'],
    ['src/x.ts', '// as DESIGN says'],
    ['src/x.ts', '// quality-bars R7'],
    ['src/x.ts', '/** Coupons (§8). */'],
  ])('the rule rejects in %s: %s', (path, text) => {
    expect(referenceFaults(path, text, tree)).toHaveLength(1);
  });

  it('in READMEs name files and folders that exist', () => {
    const readmes = texts.filter((path) => /(?:^|\/)README\.md$/.test(path));
    expect(readmes).toContain('test/paths/README.md');
    expect(readmes.flatMap((path) => nameFaults(path, readText(path), files))).toEqual([]);
  });

  it.each([
    ['server/README.md', '`none.ts`'],
    ['server/README.md', '`serve.tsx`'],
    ['server/README.md', '`money.ts`'],
    ['server/README.md', '`domain/none.ts`'],
    ['server/README.md', '`none/`'],
    ['server/README.md', '`none-*.ts`'],
    ['README.md', '`src/<code>/none.css`'],
  ])('the rule on names rejects in %s: %s', (path, text) => {
    expect(nameFaults(path, text, files)).toHaveLength(1);
  });

  it('finds anchors of headings and explicit anchors', () => {
    const text = '# A `b` [c](d.md)\n\n## A\n\n## A\n\n```\n# no\n```\n| <a id="row"></a>x |';
    expect([...anchorsIn(text)]).toEqual(['a-b-c', 'a', 'a-1', 'row']);
  });
});
