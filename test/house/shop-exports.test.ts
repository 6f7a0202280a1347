import { describe, expect, it } from 'vitest';
import { parse, readText, type Source, sourcesIn } from './source.ts';

const manifest: { exports: Record<string, string> } = JSON.parse(readText('package.json'));
const names = Object.keys(manifest.exports).map((name) => name.replace('.', 'ticket-store').replace('*', ''));

/** A line for each import by which a package reaches the shop other than by the root's `exports`. */
const reachFaults = ({ path, imports }: Source): string[] => {
  const [own = ''] = /^packages\/[^/]+\//.exec(path) ?? [];
  const isAllowed = (written: string, to: string) => {
    if (written.startsWith('ticket-store')) return names.some((name) => written.startsWith(name));
    return !written.startsWith('#') && (!written.startsWith('.') || to.startsWith(own));
  };
  return imports.filter(({ written, to }) => !isAllowed(written, to)).map(({ written }) => `${path} → ${written}`);
};

describe('packages reach the shop by its exports', () => {
  it('holds for every file, with at most ten names', () => {
    expect(names.length).toBeLessThanOrEqual(10);
    expect(sourcesIn(['packages']).flatMap(reachFaults)).toEqual([]);
  });

  it('has no name that no package uses', () => {
    const written = sourcesIn(['packages']).flatMap(({ imports }) => imports.map((one) => one.written));
    expect(names.filter((name) => !written.some((one) => one.startsWith(name)))).toEqual([]);
  });

  it.each(['#server/core/log.ts', '../../server/core/log.ts', 'ticket-store/data/x.ts', 'ticket-store'])(
    'the rule rejects %s',
    (name) => {
      expect(reachFaults(parse('packages/sandbox/x.ts', `import '${name}';`))).toHaveLength(1);
    },
  );
});
