import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { expect, it, vi } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { dotted, stateNodes } from '../explore/definitions.ts';
import { startsOf, traversalOf } from './traversal.ts';

/** Where a hold can be. */
const leaves = stateNodes(machines.hold).map(({ path }) => path.join('.'));

it('runs as docs/charts.md#other-testers-tools shows', async () => {
  const guide = readFileSync(new URL('../../../docs/charts.md', import.meta.url), 'utf8');
  const example = /```ts\n(import \{ createTestModel[\s\S]*?)```/.exec(guide)?.[1] ?? '';
  // Inside the repository, so that its imports resolve.
  const reports = resolve(import.meta.dirname, '../../../reports');
  mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(reports, 'example-'));
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    writeFileSync(join(folder, 'example.ts'), example);
    await import(/* @vite-ignore */ pathToFileURL(join(folder, 'example.ts')).href);
    const [[path] = [], ...others] = printed.mock.calls;
    expect(example).toContain(`// ${path.join(', ')}`);
    expect(path).toContain('xstate.error.actor.retakeHold');
    expect(new Set(others.filter(([text]) => text === 'is in').map(([, state]) => state))).toEqual(new Set(leaves));
    expect(others).toContainEqual(['press "more time"']);
  } finally {
    printed.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(Object.keys(machines) as MachineName[])(
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
