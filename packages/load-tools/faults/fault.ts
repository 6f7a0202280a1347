import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A plausible mistake in the code: a text of a file, and its replacement. */
export type Fault = {
  /** The fault as a phrase. */
  readonly name: string;
  readonly file: string;
  /** Must occur in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The heading above it: the test file that must fail, in fixed-list.txt the room. */
  readonly heading: string;
};

const sections = (part: string, mark: string): [title: string, body: string][] =>
  `\n${part}`
    .split(`\n${mark} `)
    .slice(1)
    .map((one) => [one.split('\n', 1)[0] ?? '', `${one.slice(one.indexOf('\n'))}\n`]);

/** Reads `# heading`, below it `## file`, and for each fault its name, the text to find (`-`) and its replacement (`+`). */
const faultsIn = (name: string): Fault[] =>
  sections(readFileSync(new URL(name, import.meta.url), 'utf8'), '#').flatMap(([heading, files]) =>
    sections(files, '##').flatMap(([file, rows]) =>
      [...rows.matchAll(/^([^-+\n].*)\n((?:-.*\n)+)((?:\+.*\n)*)/gm)].map(([, name = '', before = '', after = '']) => {
        const [find = '', replace = ''] = [before, after].map((lines) => lines.replaceAll(/^[-+]/gm, '').slice(0, -1));
        return { name, file, find, replace, heading };
      }),
    ),
  );

/** Every planted fault. */
export const faults: readonly Fault[] = faultsIn('./faults.txt');

/** The faults by which two states of the tests are compared; any lane may detect them. */
export const fixedList: readonly Fault[] = faultsIn('./fixed-list.txt');

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
