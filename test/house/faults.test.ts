import { type Fault, faults, spoilt } from '@ticket-store/load-tools/faults/fault.ts';
import { describe, expect, it } from 'vitest';
import { readText } from './source.ts';

const fault: Fault = { name: 'a fault', file: 'a.ts', find: 'one', replace: 'two', lane: 'charts' };

describe('planted faults (npm run tool -- load faults)', () => {
  it.each(faults.map((row) => [row.name, row] as const))('match their file: %s', (_, row) => {
    const text = readText(row.file);
    expect(spoilt(text, row)).not.toBe(text);
  });

  it('cover charts and screens, with unique names', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.filter(({ file }) => file.startsWith('machines/')).length).toBeGreaterThan(20);
    expect(faults.filter(({ file }) => file.startsWith('src/')).length).toBeGreaterThan(20);
  });

  it('fail if their text is missing or occurs twice', () => {
    expect(spoilt('just one', fault)).toBe('just two');
    expect(() => spoilt('none', { ...fault, find: 'some' })).toThrow('a.ts contains its text 0 times');
    expect(() => spoilt('one or one', fault)).toThrow('a.ts contains its text 2 times');
  });
});
