import { describe, expect, it } from 'vitest';
import { commentFaults } from './comments.ts';
import { parse, sourcesIn } from './source.ts';

/** Migrations that have landed do not change any more. */
const history = 'server/db/migrations/';

const sources = sourcesIn(['build', 'machines', 'src', 'server', 'test'], /\.(?:ts|tsx|mjs|js)$/).filter(
  ({ path }) => !path.startsWith(history),
);

describe('comments say why', () => {
  it('holds in every file', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.flatMap(commentFaults)).toEqual([]);
  });

  it.each(['/** In: a name. Out: its length. */', '// Out: the order', '/**\n * Reads it. Out: null when gone.\n */'])(
    'rejects %s',
    (text) => {
      expect(commentFaults(parse('src/x.ts', text))).toHaveLength(1);
    },
  );

  it.each(['/** Returns null when it is gone. */', "const text = 'In: a, Out: b';", '// In the order’s own time'])(
    'accepts %s',
    (text) => {
      expect(commentFaults(parse('src/x.ts', text))).toEqual([]);
    },
  );
});
