import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Fault, fixedList, plant } from './fault.ts';
import { laneFails } from './run.ts';

/** The lanes of `npm test` that need no browser, the cheapest first. */
const lanes = ['house', 'unit', 'paths', 'api'];

/** Tests that fail in a copy: the old text of a fault is missing, and there is no repository. */
const notInCopies = [
  'test/house/bars.test.ts',
  'test/house/faults.test.ts',
  'server/operators/preflight/demo-secrets.test.ts',
];

/** The tree as it is: a lane that fails anyway would seem to detect everything. */
const noFault: Fault = { heading: '-', name: 'no fault', file: '', find: '', replace: '' };

const redLaneOf = async (tree: string): Promise<string> => {
  for (const lane of lanes) if (await laneFails(tree, lane)) return lane;
  return 'green';
};

type Run = { to: string; isSelected: (fault: Fault) => boolean };

/**
 * Plants the faults of fixed-list.txt in turn, each with the same samples of tests, and adds a line to the file `to`: room, title, the
 * first lane that fails, seconds. Faults that the file has are left out. Returns false if a lane fails without a fault.
 */
export const runFixedList = async (tree: string, { to, isSelected }: Run): Promise<boolean> => {
  Object.assign(process.env, { SAMPLE_SEED: '1', LEFT_OUT: notInCopies.join(' ') });
  const known = existsSync(to) ? readFileSync(to, 'utf8') : '';
  for (const fault of [noFault, ...fixedList].filter(isSelected)) {
    const title = `${fault.heading} · ${fault.name} · `;
    if (known.includes(title)) continue;
    const began = performance.now();
    const pull = fault === noFault ? () => undefined : plant(tree, fault);
    const lane = await redLaneOf(tree).finally(pull);
    if (fault === noFault && lane !== 'green') {
      console.error(`The lane ${lane} fails without any fault.`);
      return false;
    }
    const line = `${title}${lane} · ${((performance.now() - began) / 1000).toFixed(0)}`;
    appendFileSync(to, `${line}\n`);
    console.log(line);
  }
  return true;
};
