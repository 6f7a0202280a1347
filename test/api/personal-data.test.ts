import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDatabase } from './kit/database.ts';
import { forFile } from './kit/shop.ts';

const document = readFileSync(fileURLToPath(new URL('../../docs/personal-data.md', import.meta.url)), 'utf8');

const database = await forFile(openTestDatabase());

const columnsIn = (text = ''): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, column = '']) => column);

/** The columns that docs/personal-data.md lists for each table. */
const listed = (): Map<string, string[]> => {
  const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(rows.map(([, table, columns]) => [columnsIn(table)[0] ?? '', columnsIn(columns)]));
};

it('docs/personal-data.md lists every table, and each of its columns that could hold something personal', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name,
      json_agg(column_name order by ordinal_position) filter (where data_type in ('text', 'jsonb', 'uuid')) as columns
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
    group by table_name`.execute(database.db);
  expect(rows.length).toBeGreaterThan(25);
  const [, harmless = ''] = /^Without any personal data: (.*)$/m.exec(document) ?? [];
  const [, common = ''] = /^Listed are columns .* in any table these do not: (.*)$/m.exec(document) ?? [];
  const tables = listed();
  const faults = rows.flatMap(({ name, columns }) => {
    if (columnsIn(harmless).includes(name)) return [];
    const known = tables.get(name);
    if (!known) return [`table ${name}`];
    return (columns ?? [])
      .filter((column) => ![...known, ...columnsIn(common)].includes(column))
      .map((column) => `${name}.${column}`);
  });
  expect(faults, 'not in docs/personal-data.md: add what it holds, about which people, why and for how long').toEqual(
    [],
  );
});
