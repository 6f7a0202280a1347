/**
 * `npm run tool -- load faults`: plants faults in a copy of the tree, one at a time, and runs the test file that must detect each.
 * `-- word …` plants only those whose name or file contains one of the words. Exits with 1 if one is not detected. `-- --list fixed
 * --to <file>` plants those of fixed-list.txt instead, runs the lanes of `npm test` until one fails, and adds a line for each fault
 * to the file.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { onEnd } from 'ticket-store/server/core/ending.mjs';
import { type Fault, faults, plant } from './faults/fault.ts';
import { runFixedList } from './faults/fixed-list.ts';
import { copyTree, fileFails, stopAll } from './faults/run.ts';

const { values: wish, positionals: filters } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  allowPositionals: true,
  options: { list: { type: 'string' }, to: { type: 'string' } },
});
if (wish.list !== undefined && (wish.list !== 'fixed' || wish.to === undefined)) {
  console.error('The only other list is: --list fixed --to <file>');
  process.exit(2);
}
const isSelected = ({ name, file }: Fault) =>
  filters.length === 0 || filters.some((filter) => `${name} ${file}`.includes(filter));

const trees = Array.from({ length: wish.list ? 1 : Math.min(2, availableParallelism()) }, copyTree);
const removeAll = () => {
  for (const { remove } of trees) remove();
};
onEnd((signal) => {
  stopAll(signal);
  removeAll();
  process.exit(1);
});

/** Plants every selected fault; returns the numbers of tests that were right and wrong about theirs. */
const plantAll = async (): Promise<{ passed: number; failed: number }> => {
  const selected = faults.filter(isSelected);
  // First without any fault: a file that fails anyway would detect nothing.
  const files = new Set(selected.map(({ heading }) => heading));
  const jobs = [
    ...[...files].map((file) => ({ file, fault: null })),
    ...selected.map((fault) => ({ file: fault.heading, fault })),
  ];
  const count = { passed: 0, failed: 0 };
  const work = async (tree: string): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { file, fault } = job;
      const pull = fault ? plant(tree, fault) : () => undefined;
      const isRed = await fileFails(tree, file).finally(pull);
      const isRight = isRed === (fault !== null);
      count[isRight ? 'passed' : 'failed'] += 1;
      console.log(`${isRight ? ' ' : '!'} ${isRed ? 'red  ' : 'green'}  ${fault?.name ?? 'no fault'} (${file})`);
    }
  };
  await Promise.all(trees.map(({ tree }) => work(tree)));
  return count;
};

try {
  const [first] = trees;
  if (wish.list && first) {
    const isSound = await runFixedList(first.tree, { to: wish.to ?? '', isSelected });
    process.exitCode = isSound ? 0 : 1;
  } else {
    const { passed, failed } = await plantAll();
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  }
} finally {
  removeAll();
}
