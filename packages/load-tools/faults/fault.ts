import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LaneName, lanes } from './lanes.ts';

/** A fault as somebody might make it: some text of one file, and its replacement. */
export type Edit = {
  /** The fault as a phrase. */
  readonly name: string;
  readonly file: string;
  /** Must occur in the file exactly once. */
  readonly find: string;
  readonly replace: string;
};

/** `lane`: must fail. */
export type Fault = Edit & { readonly lane: LaneName };

/** A fault of fixed-list.txt, which any lane may detect. */
export type ListedFault = Edit & { readonly room: string };

const isLane = (name: string): name is LaneName => Object.hasOwn(lanes, name);

const listedIn = (text: string): ListedFault[] => {
  const sections = (part: string, mark: string): [title: string, body: string][] =>
    `\n${part}`
      .split(`\n${mark} `)
      .slice(1)
      .map((one) => [one.split('\n', 1)[0] ?? '', `${one.slice(one.indexOf('\n'))}\n`]);
  return sections(text, '#').flatMap(([room, files]) =>
    sections(files, '##').flatMap(([file, rows]) =>
      [...rows.matchAll(/^([^-+\n].*)\n((?:-.*\n)+)((?:\+.*\n)*)/gm)].map(([, name = '', before = '', after = '']) => {
        const [find = '', replace = ''] = [before, after].map((lines) => lines.replaceAll(/^[-+]/gm, '').slice(0, -1));
        return { name, file, find, replace, room };
      }),
    ),
  );
};

/** Reads rows like those of faults.txt. Throws if a lane is unknown. */
export const faultsIn = (text: string): Fault[] =>
  listedIn(text).map(({ room: lane, ...edit }) => {
    if (!isLane(lane)) throw new Error(`There is no lane ${lane}.`);
    return { ...edit, lane };
  });

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Every planted fault. */
export const faults: readonly Fault[] = faultsIn(read('./faults.txt'));

/** The faults by which two states of the tests are compared. */
export const fixedList: readonly ListedFault[] = listedIn(read('./fixed-list.txt'));

/** The text with the fault. Throws unless `find` occurs exactly once. */
export const spoilt = (text: string, { name, file, find, replace }: Edit): string => {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `“${name}”: ${file} contains its text ${text.split(find).length - 1} times instead of once: ${find}`,
    );
  return before + replace + after;
};

/** Plants a fault in the tree and returns the function that reverts it. Throws if the fault does not fit. */
export const plant = (tree: string, fault: Edit): (() => void) => {
  const path = join(tree, fault.file);
  const sound = readFileSync(path, 'utf8');
  writeFileSync(path, spoilt(sound, fault));
  return () => writeFileSync(path, sound);
};
