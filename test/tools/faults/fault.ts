import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaneName } from './lanes.ts';

/** One fault as somebody might make it: some text of one file, and its replacement. */
export type Fault = {
  /** What is wrong, as a phrase. */
  readonly name: string;
  readonly file: string;
  /** Must occur in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The lane that must fail. */
  readonly lane: LaneName;
};

/** A table of faults that one lane must detect, but for those rows that name another. */
export const inLane = (
  lane: LaneName,
  rows: readonly (Omit<Fault, 'lane'> & { lane?: LaneName })[],
): readonly Fault[] => rows.map((row) => ({ lane, ...row }));

/** The text with the fault. Throws unless `find` occurs exactly once. */
export const spoilt = (text: string, { name, file, find, replace }: Fault): string => {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `“${name}”: ${file} contains its text ${text.split(find).length - 1} times instead of once: ${find}`,
    );
  return before + replace + after;
};

/** Plants a fault in the tree and returns the function that reverts it. Throws if the fault does not fit. */
export const plant = (tree: string, fault: Fault): (() => void) => {
  const path = join(tree, fault.file);
  const sound = readFileSync(path, 'utf8');
  writeFileSync(path, spoilt(sound, fault));
  return () => writeFileSync(path, sound);
};
