import { expect, it } from 'vitest';
import { bars, tableOf } from './bars.ts';

/** `node test/house/bars.ts` prints the table. */
it('bars are held: nothing is above what it may have', () => {
  const rows = bars();
  expect(
    rows.filter(({ value, most }) => value > most),
    tableOf(rows),
  ).toEqual([]);
  expect(rows.filter(({ value }) => value === 0).map(({ what }) => what)).toEqual([
    'arrows upward',
    'circles of files',
  ]);
});
