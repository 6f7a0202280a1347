import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceFaults } from './references.ts';
import { filesIn, root } from './source.ts';

const exists = (path: string) => existsSync(join(root, path));

describe('documents in docs/', () => {
  it('name only files that are there', () => {
    const documents = filesIn(['docs']).filter((path) => path.endsWith('.md'));
    expect(documents).toContain('docs/personal-data.md');
    const faults = documents.flatMap((path) => referenceFaults(path, readFileSync(join(root, path), 'utf8'), exists));
    expect(faults).toEqual([]);
  });

  it.each(['`server/none.ts`', '[a](none.md)', '[a](../server/none.ts)', '`test/api/none.test.ts`'])(
    'the rule sees %s',
    (text) => {
      expect(referenceFaults('docs/x.md', text, exists)).toHaveLength(1);
    },
  );

  it.each(['`server/main.ts`', '[a](personal-data.md)', '[a](../README.md)', '[a](https://x.example)', '`DATA_DIR/x`'])(
    'and lets pass %s',
    (text) => {
      expect(referenceFaults('docs/x.md', text, exists)).toEqual([]);
    },
  );
});
