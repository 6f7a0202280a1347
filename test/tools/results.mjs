/**
 * What the lanes of a run report of each test file (progress-reporter.ts), and how long each took in its last run, in
 * `.cache/durations.json`, for estimates.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../server/core/install.mjs';

const file = join(root, '.cache/durations.json');

/** @typedef {Record<string, number>} Durations seconds by test file */
/** @typedef {{ name: string, seconds: number, cpu: number, tests: Record<string, string> }} FileResult `tests`: states by title */

/** @returns {Durations} */
export const readDurations = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** A file to which the lanes append; `take` returns what is new in it and stores the durations, `end` removes it. */
export const startResults = () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  const own = join(folder, 'results');
  const take = () => {
    const lines = existsSync(own) ? readFileSync(own, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(own, { force: true });
    /** Two lines a file: what its process used (test/setup.ts), and its tests. @type {Map<string, FileResult>} */
    const byName = new Map();
    for (const line of lines) {
      const part = JSON.parse(line);
      byName.set(part.name, { seconds: 0, cpu: 0, tests: {}, ...byName.get(part.name), ...part });
    }
    const results = [...byName.values()];
    const measured = Object.fromEntries(results.map(({ name, seconds }) => [name, seconds]));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...readDurations(), ...measured }, null, 1));
    return results;
  };
  return { file: own, take, end: () => rmSync(folder, { recursive: true }) };
};

/**
 * The longest of them, one line each.
 * @param {readonly Pick<FileResult, 'name' | 'seconds' | 'cpu'>[]} results
 * @param {number} [count]
 */
export const slowest = (results, count = 10) =>
  results
    .toSorted((one, other) => other.cpu - one.cpu || other.seconds - one.seconds)
    .slice(0, count)
    .map(
      ({ name, seconds, cpu }) => `${cpu.toFixed(1).padStart(6)} s CPU ${seconds.toFixed(1).padStart(6)} s  ${name}`,
    );

/**
 * Tests that did not end alike in all runs, one line each.
 * @param {readonly (readonly FileResult[])[]} runs
 */
export const differing = (runs) => {
  /** @type {Map<string, string[]>} */
  const states = new Map();
  for (const [index, results] of runs.entries())
    for (const { name, tests } of results)
      for (const [title, state] of Object.entries(tests)) {
        const one = `${name} > ${title}`;
        const known = states.get(one) ?? runs.map(() => 'not run');
        known[index] = state;
        states.set(one, known);
      }
  return [...states].filter(([, one]) => new Set(one).size > 1).map(([test, one]) => `${test}: ${one.join(', ')}`);
};

/**
 * Seconds until the rest is done, by what the files took last time (unknown ones as long as the mean); null before anything is done.
 * @param {{ all: readonly string[], done: ReadonlySet<string>, known: Durations, elapsed: number }} run
 */
export const secondsLeft = ({ all, done, known, elapsed }) => {
  const times = all.flatMap((name) => known[name] ?? []);
  const mean = times.length > 0 ? times.reduce((sum, one) => sum + one, 0) / times.length : 1;
  const weightOf = (/** @type {readonly string[]} */ names) =>
    names.reduce((sum, name) => sum + Math.max(known[name] ?? mean, 0.1), 0);
  const finished = weightOf(all.filter((name) => done.has(name)));
  if (finished === 0) return null;
  return (elapsed * weightOf(all.filter((name) => !done.has(name)))) / finished;
};
