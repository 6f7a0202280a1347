import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { standIns } from '../../vite.config.ts';
import { readText } from './source.ts';

type StandIn = (typeof standIns)[number];

/** What a library's file imports by a specifier that the build replaces. */
const importedBy = ({ library, find }: StandIn, text = readText(`node_modules/${library}`)) =>
  parseSync(library, text).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    find.test(moduleRequest.value)
      ? entries.map(({ importName }) => importName.name ?? importName.kind.toLowerCase())
      : [],
  );

const exportsOf = async ({ replacement }: StandIn) => Object.keys(await import(replacement));

describe('the stand-ins of the build for parts of libraries', () => {
  it.each(standIns.map((row) => [`${row.find.source} of ${row.library}`, row] as const))(
    '%s exports everything that the library imports',
    async (_, row) => {
      const names = importedBy(row);
      expect(names.length).toBeGreaterThan(0);
      expect(await exportsOf(row)).toEqual(expect.arrayContaining(names));
    },
  );

  it('report an import that a newer version adds', () => {
    const [row] = standIns;
    if (!row) throw new Error('There is no stand-in.');
    const newerSource = "import { compileMessage, parse } from '@lingui/message-utils/compileMessage';";
    expect(importedBy(row, newerSource)).toEqual(['compileMessage', 'parse']);
    expect(importedBy(row, "import { compileMessage } from '@lingui/messages';")).toEqual([]);
  });
});
