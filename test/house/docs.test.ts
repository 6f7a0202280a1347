import { describe, expect, it } from 'vitest';
import { docFaults } from './docs.ts';
import { parse, sourcesIn } from './source.ts';

const faultsOf = (text: string, path = 'server/domain/x.ts') => docFaults(parse(path, text));

describe('public functions say what they take and give (machines, src/domain, src/api, server)', () => {
  it('holds in every file', () => {
    expect(sourcesIn(['machines', 'src', 'server']).flatMap(docFaults)).toEqual([]);
  });

  it.each(['export const a = () => 1;', 'export function a() {}', 'export const a = 1, b = async () => 1;'])(
    'the rule sees %s',
    (text) => {
      expect(faultsOf(text)).toHaveLength(1);
    },
  );

  it.each(['/** Out: one. */\nexport const a = () => 1;', 'const a = () => 1;', 'export const a = 1;'])(
    'and lets pass %s',
    (text) => {
      expect(faultsOf(text)).toEqual([]);
    },
  );

  it('looks only at rooms that others build on', () => {
    expect(faultsOf('export const a = () => 1;', 'src/ui/x.tsx')).toEqual([]);
    expect(faultsOf('export const a = () => 1;', 'server/domain/x.test.ts')).toEqual([]);
  });
});
