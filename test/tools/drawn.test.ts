import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnFiles, leftOut } from './drawn.ts';

const run = ['vitest', 'run', '--project', 'browser'];

it('every file of the rows is there, and every one is drawn by some seed', () => {
  expect(drawnFiles.filter((name) => !existsSync(`test/browser/${name}.test.ts`))).toEqual([]);
  const out = Array.from({ length: 6 }, (_, seed) => leftOut({ SAMPLE_SEED: String(seed) }, run));
  for (const name of drawnFiles)
    expect(
      out.some((files) => !files.includes(`test/browser/${name}.test.ts`)),
      name,
    ).toBe(true);
});

it('one seed leaves out the same files again, and is told to the workers', () => {
  const env: NodeJS.ProcessEnv = {};
  const first = leftOut(env, run);
  expect(first.length).toBeGreaterThan(0);
  expect(leftOut({ SAMPLE_SEED: env.SAMPLE_SEED }, run)).toEqual(first);
});

it('nothing is left out of a full run, nor what is asked for by name', () => {
  expect(leftOut({ FULL: '1' }, run)).toEqual([]);
  expect(leftOut({}, [...run, 'test/browser/gmo.test.ts'])).toEqual([]);
});
