import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnFiles, excludedFiles, fixedFiles } from './drawn.ts';

const run = ['vitest', 'run', '--project', 'browser'];
const seeds = Array.from({ length: 60 }, (_, seed) => String(seed));

it('every listed file exists, and each is drawn by some seed', () => {
  expect(drawnFiles.filter((file) => !existsSync(file))).toEqual([]);
  const left = seeds.map((SAMPLE_SEED) => excludedFiles({ SAMPLE_SEED }, run));
  for (const file of drawnFiles)
    expect(
      left.some((files) => !files.includes(file)),
      file,
    ).toBe(true);
});

it('a file that planted faults name is in every run', () => {
  expect(fixedFiles.length).toBeGreaterThan(0);
  expect(drawnFiles.filter((file) => fixedFiles.includes(file))).toEqual([]);
});

it('on PostgreSQL every file of the API lane runs for some seed, the concurrent ones for all', () => {
  const left = seeds.map((SAMPLE_SEED) => excludedFiles({ SAMPLE_SEED, DATABASE_URL: 'postgres://' }, run));
  const [first = []] = left;
  expect(first.filter((file) => left.every((files) => files.includes(file)))).toEqual([]);
  expect(left.flat()).not.toContain('test/api/interleavings.test.ts');
  expect(left.flat()).toContain('test/api/mail.test.ts');
});

it('one seed leaves out the same files again, and is passed to the workers', () => {
  const env: NodeJS.ProcessEnv = {};
  const first = excludedFiles(env, run);
  expect(first.length).toBeGreaterThan(0);
  expect(excludedFiles({ SAMPLE_SEED: env.SAMPLE_SEED }, run)).toEqual(first);
});

it('a full run leaves nothing out, and neither does a run of named files', () => {
  expect(excludedFiles({ FULL: '1' }, run)).toEqual([]);
  expect(excludedFiles({}, [...run, 'test/browser/methods.test.ts'])).toEqual([]);
});
