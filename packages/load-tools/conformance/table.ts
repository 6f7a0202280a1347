import type { RequirementResult } from './run.ts';

/** Longest value that is printed in full. */
const maxLength = 400;

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text;
};

const reasonOf = (row: RequirementResult): string[] => {
  if (row.is === 'holds') return [];
  if (row.is === 'not seen') return [row.missing];
  const { where, actual, expected, sent } = row.difference;
  return [
    `sent      ${sent ?? 'nothing'}`,
    `at        ${where}`,
    `actual    ${shown(actual)}`,
    `expected  ${shown(expected)}`,
  ];
};

/** The row's lines in the table; a failed requirement has its first difference below. */
export const lineOf = (row: RequirementResult): string =>
  [`${row.is.padEnd(8)}  ${row.description}`, ...reasonOf(row).map((line) => `            ${line}`)].join('\n');

/** The table's last line: how many rows of each kind. */
export const sumOf = (rows: readonly RequirementResult[]): string => {
  const count = (is: RequirementResult['is']) => rows.filter((row) => row.is === is).length;
  return `${count('holds')} hold, ${count('fails')} fail, ${count('not seen')} not seen`;
};

/** The whole table, by section. */
export const tableOf = (rows: readonly RequirementResult[]): string =>
  [...new Set(rows.map(({ section }) => section))]
    .map((section) => [section, ...rows.filter((row) => row.section === section).map(lineOf)].join('\n'))
    .join('\n\n');
