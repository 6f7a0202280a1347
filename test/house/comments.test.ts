import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentFaults } from './comments.ts';
import { filesIn, root } from './source.ts';

/** Migrations that have landed do not change any more. */
const history = 'server/db/migrations/';

const files = filesIn(['build', 'machines', 'src', 'server', 'test']).filter(
  (path) => /\.(?:ts|tsx|mjs|js)$/.test(path) && !path.startsWith(history),
);

describe('comments say why', () => {
  it('holds in every file', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((path) => commentFaults(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it.each(['/** In: a name. Out: its length. */', '// Out: the order', '/**\n * Reads it. Out: null when gone.\n */'])(
    'rejects %s',
    (text) => {
      expect(commentFaults('src/x.ts', text)).toHaveLength(1);
    },
  );

  it.each(['/** Returns null when it is gone. */', "const text = 'In: a, Out: b';", '// In the order’s own time'])(
    'accepts %s',
    (text) => {
      expect(commentFaults('src/x.ts', text)).toEqual([]);
    },
  );
});
