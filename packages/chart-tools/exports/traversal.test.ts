import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { sampled } from 'ticket-store/test/tools/sample.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { dotted, stateNodes } from '../explore/definitions.ts';
import { graphJson } from './graph.ts';
import { startsOf, traversalOf } from './traversal.ts';

/** A run draws a chart of each group. */
const names = Object.keys(machines) as MachineName[];
const groups = [0, 1, 2, 3].map((group) => names.filter((_, index) => index % 4 === group));

const statesOfHold = stateNodes(machines.hold).map(({ path }) => path.join('.'));

// Inside the repository, so that its imports resolve.
const reports = resolve(import.meta.dirname, '../../../reports');
mkdirSync(reports, { recursive: true });
const folder = mkdtempSync(join(reports, 'example-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the code of a document's block with an argument; returns what it prints. */
const printedBy = async (document: string, language: string, argument: string): Promise<unknown[][]> => {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8');
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(import [\\s\\S]*?)\`\`\``).exec(text) ?? [];
  const file = join(folder, `${basename(argument)}.${language}`);
  writeFileSync(file, code);
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', file, argument]);
  await import(/* @vite-ignore */ pathToFileURL(file).href);
  vi.restoreAllMocks();
  return [[code], ...printed.mock.calls];
};

it('runs as docs/charts.md#other-testers-tools shows', async () => {
  // it prints an example of a path, one path, and each step of all
  const [[example] = [], [path] = [], ...others] = await printedBy('docs/charts.md', 'ts', 'hold');
  expect(example).toContain(`// ${String(path).replaceAll(',', ', ')}`);
  expect(path).toContain('xstate.error.actor.retakeHold');
  expect(new Set(others.filter(([text]) => text === 'is in').map(([, state]) => state))).toEqual(new Set(statesOfHold));
  expect(others).toContainEqual(['press "more time"']);
});

it.each(sampled('charts by the script of the README', groups))(
  'the script of the README reaches every state of %s by its JSON',
  async (name) => {
    const json = join(folder, `${name}.graph.json`);
    writeFileSync(json, graphJson(name));
    const [[script] = [], ...printed] = await printedBy('packages/chart-tools/README.md', 'js', json);
    // short enough to be copied from a page
    expect(String(script).match(/^.+$/gm)?.length).toBeLessThanOrEqual(15);
    expect(printed).toEqual([[name, []]]);
  },
);

it.each(sampled('charts for xstate/graph', groups))(
  'getShortestPaths of xstate/graph comes to every state of %s',
  (name) => {
    const ends = startsOf(name).flatMap((_, start) => {
      const { machine, options } = traversalOf(name, start);
      return getShortestPaths(machine, options).map(({ state }) => dotted(state.value));
    });
    const stops = stateNodes(machines[name]).filter(
      ({ type, always }) => type !== 'compound' && !always?.some(({ guard }) => !guard),
    );
    expect(stops.map(({ path }) => path.join('.')).filter((state) => !ends.includes(state))).toEqual([]);
  },
);

it('a start that no walk has is refused', () => {
  expect(() => traversalOf('toast', 9)).toThrow(/toast has \d+ starts in the walks, counted from 0/);
});
