/** How long each test file took in its last run, in `.cache/durations.json`: for estimates and for the list of the slowest. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../server/install.mjs';

const file = join(root, '.cache/durations.json');

/** @typedef {Record<string, number>} Durations seconds by test file */

/** @returns {Durations} */
export const readDurations = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** A file to which the lanes of a run append (progress-reporter.ts). `end` stores and returns what it has. */
export const startDurations = () => {
  const folder = mkdtempSync(join(tmpdir(), 'durations-'));
  const own = join(folder, 'durations');
  writeFileSync(own, '');
  const end = () => {
    const lines = readFileSync(own, 'utf8').split('\n').filter(Boolean);
    rmSync(folder, { recursive: true });
    /** @type {Durations} */
    const measured = Object.fromEntries(lines.map((line) => JSON.parse(line)));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...readDurations(), ...measured }, null, 1));
    return measured;
  };
  return { file: own, end };
};

/**
 * The longest of them, one line each.
 * @param {Durations} measured
 * @param {number} [count]
 */
export const slowest = (measured, count = 10) =>
  Object.entries(measured)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([name, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);

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
