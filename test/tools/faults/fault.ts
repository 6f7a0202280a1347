import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaneName } from './lanes.ts';

/** One fault, as somebody might make it: a few words of one file, and what stands there instead. */
export type Fault = {
  /** What is wrong then, in words. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** What a visitor would notice, and by which law it is to be seen. */
  readonly why: string;
  /** The generated lane that has to turn red. */
  readonly lane: LaneName;
};

/** In: a text and a fault in it. Out: the spoilt text. Throws when the words are not there exactly once. */
export const spoilt = (text: string, { name, file, find, replace }: Fault): string => {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`“${name}”: ${file} has its words ${text.split(find).length - 1} times, not once: ${find}`);
  return before + replace + after;
};

/** Plants a fault in the tree at a folder. Out: what takes it back. Throws when it does not fit. */
export const plant = (tree: string, fault: Fault): (() => void) => {
  const path = join(tree, fault.file);
  const sound = readFileSync(path, 'utf8');
  writeFileSync(path, spoilt(sound, fault));
  return () => writeFileSync(path, sound);
};
