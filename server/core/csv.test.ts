import { expect, it } from 'vitest';
import { CsvFault, readCsv } from './csv.ts';

it.each([
  ['a bare value', `${'x'.repeat(10_000)}forged,1`],
  ['a quoted value', `"${'x'.repeat(9_998)}"forged,1`],
  ['a value that goes on', `${'x'.repeat(10_005)}`],
])('%s that is too long is a fault; the rest is no record', (_, text) => {
  expect(() => readCsv(`a,b\n1,${text}\n`, { a: ['a'], b: ['b'] })).toThrow(CsvFault);
});

it('the longest value is read at the end of a file', () => {
  const { rows } = readCsv(`a,b\n1,${'x'.repeat(10_000)}`, { a: ['a'], b: ['b'] });
  expect(rows[0]?.values.b).toHaveLength(10_000);
});
