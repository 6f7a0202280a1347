import { describe, expect, it } from 'vitest';
import { inkOn } from './ink.ts';

describe('inkOn', () => {
  it.each([
    [['#111111', '#111111'], '#ffffff'],
    [['#ffffff', '#fff000'], '#000000'],
    [['#0b57d0', '#17191c'], '#ffffff'],
    [['#111111', '#ffd400'], '#ffffff'],
  ])('writes on %s in %s', (grounds, ink) => {
    expect(inkOn(...grounds)).toBe(ink);
  });
});
