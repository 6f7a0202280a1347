import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { machines } from 'ticket-store/machines/index.ts';
import { expect, it, vi } from 'vitest';
import { stateNodes } from '../explore/definitions.ts';
import { traversalOf } from './traversal.ts';

/** Where a hold can be; `entering` is left by the step that enters it. */
const leaves = stateNodes(machines.hold)
  .filter(({ id, type }) => (type === 'atomic' || type === 'final') && id !== 'hold.entering')
  .map(({ path }) => path.join('.'));

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
    expect(path).toContain('xstate.done.actor.lookAtOrder');
    expect(new Set(others.filter(([text]) => text === 'is in').map(([, state]) => state))).toEqual(new Set(leaves));
    expect(others).toContainEqual(['press "more time"']);
  } finally {
    printed.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a start that no walk has is refused', () => {
  expect(() => traversalOf('toast', 9)).toThrow(/toast has \d+ starts in the walks, counted from 0/);
});
