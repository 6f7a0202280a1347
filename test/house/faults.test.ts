import { existsSync } from 'node:fs';
import { type Fault, faults, fixedList, spoilt } from '@ticket-store/load-tools/faults/fault.ts';
import { describe, expect, it } from 'vitest';
import { readText, root } from './source.ts';

const fault: Fault = { name: 'a fault', file: 'a.ts', find: 'one', replace: 'two', heading: 'a.test.ts' };

describe('planted faults (npm run tool -- load faults)', () => {
  it.each(faults.map((row) => [row.name, row] as const))('match their file: %s', (_, row) => {
    const text = readText(row.file);
    expect(spoilt(text, row)).not.toBe(text);
  });

  it('have unique names, and tests that there are', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.filter(({ heading }) => !existsSync(`${root}${heading}`))).toEqual([]);
  });

  it('are sixty at least in the list by which two states of the tests are compared, and fit there too', () => {
    for (const row of fixedList) expect(() => spoilt(readText(row.file), row)).not.toThrow();
    expect(new Set(fixedList.map(({ name }) => name)).size).toBe(fixedList.length);
    expect(fixedList.length).toBeGreaterThanOrEqual(60);
  });

  it('fail if their text is missing or occurs twice', () => {
    expect(spoilt('just one', fault)).toBe('just two');
    expect(() => spoilt('none', { ...fault, find: 'some' })).toThrow('a.ts contains its text 0 times');
    expect(() => spoilt('one or one', fault)).toThrow('a.ts contains its text 2 times');
  });
});
