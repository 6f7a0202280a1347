import { expect, it } from 'vitest';
import { fill } from './fill.ts';

it('is filled in one pass: a value is never read as a placeholder', () => {
  expect(fill('{name} of {shop}', { name: '{shop}', shop: 'it' })).toBe('{shop} of it');
});
