import { expect, it } from 'vitest';
import { contrast, inkOn } from './ink.ts';

it.each([
  ['#ffffff', '1.00'],
  ['#767676', '4.54'],
  ['#000000', '21.00'],
])('contrast of %s with white is %s', (color, ratio) => {
  expect(contrast(color, '#ffffff').toFixed(2)).toBe(ratio);
  expect(contrast('#ffffff', color).toFixed(2)).toBe(ratio);
});

it.each([
  [['#111111', '#111111'], '#ffffff'],
  [['#ffffff', '#fff000'], '#000000'],
  [['#0b57d0', '#17191c'], '#ffffff'],
  [['#111111', '#ffd400'], '#ffffff'],
])('the ink on %s is %s', (backgrounds, ink) => {
  expect(inkOn(...backgrounds)).toBe(ink);
});
