import { readFileSync } from 'node:fs';
import { fixedList, spoilt } from '@ticket-store/load-tools/faults/fault.ts';
import { describe, expect, it } from 'vitest';

describe('the fixed list of faults', () => {
  it('still fits the sources, so that a move of code moves its faults along', () => {
    for (const fault of fixedList) expect(() => spoilt(readFileSync(fault.file, 'utf8'), fault)).not.toThrow();
  });

  it('names each fault once', () => {
    expect(new Set(fixedList.map(({ name }) => name)).size).toBe(fixedList.length);
    expect(fixedList.length).toBeGreaterThanOrEqual(60);
  });
});
