import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Tallied } from '../explore/tally.ts';
import type { ToldStep } from '../paths/told.ts';

/** What runs the walks: the charts alone, the screens in happy-dom, a browser in front of the real server. */
export const grounds = ['charts', 'screens', 'chromium'] as const;
export type Ground = (typeof grounds)[number];

/** A step as it went: what was planned (`ToldStep`), and what was seen. */
export type WalkedStep = ToldStep & {
  /** Where its actor then stood, in dot form; empty when it had ended, null when the walk did not come so far. */
  readonly seen: string | null;
  /** A picture of the page beside the record. */
  readonly picture?: string;
};

/** Where a walk first went otherwise than planned. */
export type Difference = {
  /** Counted from 1; 0 before the first one. */
  readonly step: number;
  readonly planned: string;
  readonly seen: string;
  /** Events that are possible there instead: those the chart hears, or those of the controls on the page. */
  readonly possible: readonly string[];
  readonly message: string;
  /** What the page showed, beside the record: a picture, or, where there are no pixels, the page itself. */
  readonly shown?: string;
};

/** What one walk took of all charts. */
export type WalkCoverage = Tallied;

/** One walk on one ground, as `reports/walks` keeps it. */
export type WalkRecord = {
  readonly ground: Ground;
  readonly lang: string;
  readonly site: string;
  readonly machine: string;
  /** `purchase 3`: the chart whose walk it is, and which of its walks. */
  readonly name: string;
  readonly seed: string;
  /** One command that walks just this walk again. */
  readonly command: string;
  readonly steps: readonly WalkedStep[];
  readonly difference: Difference | null;
  readonly seconds: number;
  readonly coverage: WalkCoverage;
};

type Named = Pick<WalkRecord, 'ground' | 'lang' | 'name'>;

/** Where records are kept; the report of all of them is `index.html` there. */
export const walksFolder = resolve(import.meta.dirname, '../../../reports/walks');

const fileOf = ({ ground, lang, name }: Named): string => `${ground}--${lang}--${name.replaceAll(/[^\w-]+/g, '-')}`;

/** What is kept of a page beside a record: small after a step, in full where the walk went otherwise. */
export type Still = 'jpg' | 'otherwise.jpg' | 'otherwise.html';

/** In: a walk, which of its steps (from 1), what is kept. Out: its name in the folder of the records. */
export const stillOf = (walk: Named, step: number, still: Still): string =>
  `${fileOf(walk)}--${String(step).padStart(2, '0')}.${still}`;

/** Keeps what a page showed at a step of a walk. Out: the file's name in the folder of the records. */
export const writeStill = (name: string, data: Uint8Array | string, folder = walksFolder): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, name), data);
  return name;
};

/** Keeps a record, in place of the last one of the same walk on that ground in that language. Out: its file. */
export const writeRecord = (record: WalkRecord, folder = walksFolder): string => {
  const file = resolve(folder, `${fileOf(record)}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(record));
  return file;
};

/** All records of a folder, as `writeRecord` wrote them, in the order of their files. */
export const readRecords = (folder = walksFolder): WalkRecord[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((file): WalkRecord => JSON.parse(readFileSync(resolve(folder, file), 'utf8')));
