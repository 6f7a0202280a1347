/**
 * `npm run tool -- load faults`: plants faults in a copy of the tree, one at a time, and runs the lane that must detect each. `-- word …`
 * plants only those whose name or file contains one of the words. Exits with 1 if one is not detected. `-- --list fixed --to <file>`
 * plants those of fixed-list.txt instead, runs the lanes of `npm test` until one fails, and adds a line for each fault to the file.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { onEnd } from 'ticket-store/server/core/ending.mjs';
import { type Edit, type Fault, faults, plant } from './faults/fault.ts';
import { runFixedList } from './faults/fixed-list.ts';
import { type LaneName, lanes } from './faults/lanes.ts';
import { copyTree, type Outcome, runLane, stopAll } from './faults/run.ts';

type Job = { readonly lane: LaneName; readonly fault: Fault | null };
type FaultResult = Job & Outcome & { readonly isRight: boolean };

const { values: wish, positionals: filters } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  allowPositionals: true,
  options: { list: { type: 'string' }, to: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
if (wish.list !== undefined && (wish.list !== 'fixed' || wish.to === undefined)) {
  console.error('The only other list is: --list fixed --to <file>');
  process.exit(2);
}
const isSelected = ({ name, file }: Edit) =>
  filters.length === 0 || filters.some((filter) => `${name} ${file}`.includes(filter));
const selected = faults.filter(isSelected);
const used = new Set(selected.map(({ lane }) => lane));
// First without any fault: a lane that fails anyway would detect nothing.
const jobs: Job[] = [
  ...Object.keys(lanes).flatMap((lane) =>
    [...used].filter((one) => one === lane).map((one) => ({ lane: one, fault: null })),
  ),
  ...selected.map((fault) => ({ lane: fault.lane, fault })),
];

const began = performance.now();
const trees = Array.from({ length: wish.list ? 1 : Math.min(2, availableParallelism()) }, copyTree);
const removeAll = () => {
  for (const { remove } of trees) remove();
};
onEnd((signal) => {
  stopAll(signal);
  removeAll();
  process.exit(1);
});

if (wish.list && trees[0]) {
  const isSound = await runFixedList(trees[0].tree, { to: wish.to ?? '', seed: wish.seed, isSelected }).finally(
    removeAll,
  );
  process.exit(isSound ? 0 : 1);
}

const rows: FaultResult[] = [];
const show = ({ lane, fault, isRed, isRight, message: report, seconds }: FaultResult): void => {
  const verdict = isRed ? 'red' : fault ? 'STILL GREEN' : 'green';
  console.log(
    `${isRight ? ' ' : '!'} ${verdict.padEnd(11)} ${lane.padEnd(7)} ${seconds.toFixed(0).padStart(3)} s  ${fault?.name ?? 'no fault'}`,
  );
  if (report) console.log(`${' '.repeat(28)}${report.slice(0, 160)}`);
};

const work = async (tree: string): Promise<void> => {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    const pull = job.fault ? plant(tree, job.fault) : () => undefined;
    const outcome = await runLane(tree, job.lane);
    pull();
    const row = { ...job, ...outcome, isRight: outcome.isRed === (job.fault !== null) };
    rows.push(row);
    show(row);
  }
};

try {
  await Promise.all(trees.map(({ tree }) => work(tree)));
} finally {
  removeAll();
}
const wrong = rows.filter(({ isRight }) => !isRight).length;
console.log(`\nIn ${((performance.now() - began) / 1000).toFixed(0)} s.`);
console.log(`${rows.length - wrong} passed, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
