import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, root } from './source.ts';

/** Numbers of the requirements of Levels 1 and 2 in OWASP ASVS 5.0, by section; several sections to a line keep it short. */
const required: Readonly<Record<string, readonly number[]>> = {
  ...{ '1.1': [1, 2], '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9], '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  ...{ '1.4': [1, 2, 3], '1.5': [1, 2], '2.1': [1, 2, 3], '2.2': [1, 2, 3], '2.3': [1, 2, 3, 4], '2.4': [1] },
  ...{ '3.2': [1, 2], '3.3': [1, 2, 3, 4], '3.4': [1, 2, 3, 4, 5, 6], '3.5': [1, 2, 3, 4, 5], '3.7': [1, 2] },
  ...{ '4.1': [1, 2, 3], '4.2': [1], '4.3': [1, 2], '4.4': [1, 2, 3, 4] },
  ...{ '5.1': [1], '5.2': [1, 2, 3], '5.3': [1, 2], '5.4': [1, 2, 3] },
  ...{ '8.1': [1, 2], '8.2': [1, 2, 3], '8.3': [1], '8.4': [1] },
  ...{ '13.1': [1], '13.2': [1, 2, 3, 4, 5], '13.3': [1, 2], '13.4': [1, 2, 3, 4, 5] },
  ...{ '15.1': [1, 2, 3], '15.2': [1, 2, 3], '15.3': [1, 2, 3, 4, 5, 6, 7] },
};

/** A name without a path is a test in `test/api`. */
const testsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([a-z]+(?:-[a-z]+)*)`/g)].map(([, name = '']) => `test/api/${name}.test.ts`);

/** Whether a cell names a test, or says why there is none. references.ts checks that files with a path exist. */
const isCovered = (cell: string): boolean =>
  testsIn(cell).every((path) => existsSync(join(root, path))) &&
  (testsIn(cell).length > 0 ||
    /`(?:test|packages|server|src)\/[\w./-]+`|^lint|`npm run /.test(cell) ||
    /^not (?:applicable|met)[^:]*: ./.test(cell));

const cellsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')));

describe('claims about security', () => {
  it('list each requirement of the chapters once, with its test or the reason for none', () => {
    const rows = cellsOf(readText('docs/asvs.md')).filter(([number = '']) => /^\d/.test(number));
    const numbers = Object.entries(required).flatMap(([section, all]) => all.map((number) => `${section}.${number}`));
    expect(rows.flatMap(([cell = '']) => cell.split(', ')).toSorted()).toEqual(numbers.toSorted());
    expect(rows.filter(([, cell = '']) => !isCovered(cell))).toEqual([]);
  });

  it('name the test of each threat', () => {
    const text = readText('docs/threat-model.md');
    const table = text.slice(text.indexOf('## Threats and defences'), text.indexOf('## Capabilities'));
    const rows = cellsOf(table).filter(([number = '']) => /^\d/.test(number));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter(({ length, 3: shown = '' }) => length !== 5 || !isCovered(shown))).toEqual([]);
  });

  it.each(['`no-such-test`', 'nothing', '`tickets`, `no-such-test`'])('the rule rejects %s', (cell) => {
    expect(isCovered(cell)).toBe(false);
  });
});
