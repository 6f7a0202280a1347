import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnFiles, excludedFiles } from './drawn.ts';

const run = ['vitest', 'run', '--project', 'browser'];

it('every listed file exists, and each is drawn by some seed', () => {
  expect(drawnFiles.filter((name) => !existsSync(`test/browser/${name}.test.ts`))).toEqual([]);
  const out = Array.from({ length: 6 }, (_, seed) => excludedFiles({ SAMPLE_SEED: String(seed) }, run));
  for (const name of drawnFiles)
    expect(
      out.some((files) => !files.includes(`test/browser/${name}.test.ts`)),
      name,
    ).toBe(true);
});

it('one seed leaves out the same files again, and is passed to the workers', () => {
  const env: NodeJS.ProcessEnv = {};
  const first = excludedFiles(env, run);
  expect(first.length).toBeGreaterThan(0);
  expect(excludedFiles({ SAMPLE_SEED: env.SAMPLE_SEED }, run)).toEqual(first);
});

it('a full run leaves nothing out, and neither does a run of named files', () => {
  expect(excludedFiles({ FULL: '1' }, run)).toEqual([]);
  expect(excludedFiles({}, [...run, 'test/browser/gmo.test.ts'])).toEqual([]);
});
