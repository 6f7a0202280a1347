import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Tallied } from '../explore/tally.ts';
import type { StepDescription } from '../paths/describe-walk.ts';

/** The targets on which walks run: the charts alone, and the screens in happy-dom. */
export const targets = ['charts', 'screens'] as const;
export type Target = (typeof targets)[number];

/** A step as executed: the plan (`ToldStep`) and the result. */
export type WalkedStep = StepDescription & {
  /** Its actor's resulting state in dot form; empty if the actor ended, null if the walk did not get this far. */
  readonly seen: string | null;
};

/** Where a walk first differed from its plan. */
export type Difference = {
  /** Counted from 1; 0 is before the first step. */
  readonly step: number;
  readonly planned: string;
  readonly seen: string;
  /** Events that are possible instead: those that the chart handles, or those of the controls on the page. */
  readonly possible: readonly string[];
  readonly message: string;
  /** File name of the page as it was. */
  readonly shown?: string;
};

/** The coverage of all charts by one walk. */
export type WalkCoverage = Tallied;

/** One walk on one target, as stored in `reports/walks`. */
export type WalkRecord = {
  readonly target: Target;
  readonly lang: string;
  readonly site: string;
  readonly machine: string;
  /** `purchase 3`: the chart and the walk's number. */
  readonly name: string;
  readonly seed: string;
  /** The command that repeats this walk. */
  readonly command: string;
  readonly steps: readonly WalkedStep[];
  readonly difference: Difference | null;
  readonly seconds: number;
  readonly coverage: WalkCoverage;
};

type Named = Pick<WalkRecord, 'target' | 'lang' | 'name'>;

/** Folder of the records; the report is its `index.html`. */
export const walksFolder = resolve(import.meta.dirname, '../../../reports/walks');

const fileOf = ({ target, lang, name }: Named): string => `${target}--${lang}--${name.replaceAll(/[^\w-]+/g, '-')}`;

/** Saves the page at a step (from 1) where its walk differed, and returns the name of the file. */
export const writePage = (walk: Named, step: number, html: string, folder = walksFolder): string => {
  const name = `${fileOf(walk)}--${String(step).padStart(2, '0')}.otherwise.html`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, name), html);
  return name;
};

/** Saves a record, replacing the last one of the same walk, target and language; returns its file. */
export const writeRecord = (record: WalkRecord, folder = walksFolder): string => {
  const file = resolve(folder, `${fileOf(record)}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(record));
  return file;
};

/** All records in a folder, sorted by file name. */
export const readRecords = (folder = walksFolder): WalkRecord[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((file): WalkRecord => JSON.parse(readFileSync(resolve(folder, file), 'utf8')));
