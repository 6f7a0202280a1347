import { describe, expect, it } from 'vitest';
import { arrowsOf, circleFaults, demo, floorFaults, floors } from './floors.ts';
import { filesIn, parse, sourcesIn } from './source.ts';

const planted = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => parse(path, text));

/** docs/architecture.md#floors */
describe('floors', () => {
  const sources = sourcesIn(Object.keys(floors));
  const arrows = arrowsOf(sources);

  it('are read: every file and arrow of server and machines', () => {
    expect(arrows.filter(([from]) => from.startsWith('server/')).length).toBeGreaterThan(900);
    expect(arrows.filter(([from]) => from.startsWith('machines/')).length).toBeGreaterThan(100);
  });

  it('have no import that goes up', () => {
    expect(floorFaults(sources)).toEqual([]);
  });

  it('name rooms and exceptions that exist', () => {
    const files = filesIn(Object.keys(floors));
    const names = Object.entries(floors).flatMap(([folder, rows]) =>
      rows.flatMap((row) => row.split(/[ +]/)).flatMap((name) => (name === '.' ? [] : [`${folder}/${name}`])),
    );
    const all = [...names, demo.room, ...demo.imports, demo.importedBy];
    expect(all.filter((name) => !files.some((path) => path === name || path.startsWith(`${name}/`)))).toEqual([]);
  });
});

it('no files of the shop and its sandbox form a circle', () => {
  const sources = sourcesIn(['build', 'machines', 'packages/sandbox', 'server', 'src']);
  expect(sources.filter(({ path }) => path.startsWith('src/')).length).toBeGreaterThan(300);
  expect(circleFaults(sources)).toEqual([]);
});

describe('the rule of floors rejects', () => {
  it.each([
    ['an arrow upward', 'server/orders/x.ts', "import { askProvider } from '#server/payments/ask-provider.ts';"],
    ['an arrow upward by a type', 'server/db/x.ts', "import type { Env } from '#server/env.ts';"],
    ['an arrow upward by import()', 'server/core/x.ts', "export const load = () => import('#server/db/open.ts');"],
    ['an arrow upward by re-export', 'server/core/x.ts', "export { openPostgres } from '#server/db/open.ts';"],
    ['a chart on the same floor', 'machines/queue/x.ts', "import { hold } from '#machines/hold/hold.machine.ts';"],
    ['a chart that imports its parent', 'machines/hold/x.ts', "import type { A } from '#machines/app/app.types.ts';"],
    ['a room that is in no row', 'server/helpers/x.ts', 'export const a = 1;'],
    [
      'a shop that imports demo data',
      'server/operators/preflight/x.ts',
      "import { sites } from '#server/catalogue/demo/sites.ts';",
    ],
    [
      'demo data that imports the shop',
      'server/catalogue/demo/x.ts',
      "import { askProvider } from '#server/payments/ask-provider.ts';",
    ],
  ])('%s', (_title, path, text) => {
    expect(floorFaults(planted({ [path]: text }))).toHaveLength(1);
  });

  it('a circle within a room, types included', () => {
    const files = {
      'server/db/a.ts': "import { b } from './b.ts';",
      'server/db/b.ts': "import { c } from './c.ts';",
      'server/db/c.ts': "import type { A } from './a.ts';",
    };
    expect(circleFaults(planted(files))).toEqual(['server/db/a.ts → server/db/b.ts → server/db/c.ts → server/db/a.ts']);
  });
});
