/**
 * `npm run tool -- load chaos`: infrastructure faults while visitors buy, on a temporary PostgreSQL (connections cut, restarts, failover,
 * suspended processes, a silent network) and on a disk that fills up under the embedded database. Exits with 1 if a request was
 * not answered, the shop did not recover in time, or the accounts do not agree.
 */

import { parseOptions } from 'ticket-store/test/tools/parse-options.ts';
import { chaosOnDisk, chaosOnPostgres } from './chaos/databases.ts';
import { faults } from './chaos/faults.ts';
import { type Figures, lineOf } from './chaos/run.ts';

const help = `npm run tool -- load chaos [--only <words>] [--seed 1] [--at-once 12]
  --only  faults whose name has these words, or "disk":
${faults.map(({ name }) => `          ${name}`).join('\n')}`;

const { values } = parseOptions({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '12' },
    help: { type: 'boolean' },
  },
});
const [seed, atOnce] = [Number(values.seed), Number(values['at-once'])];
const chosen = faults.filter(({ name }) => name.includes(values.only));
const isDisk = ['', 'disk'].includes(values.only);
if (values.help || !seed || !atOnce || (chosen.length === 0 && !isDisk)) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}

const began = Date.now();
const log = (line: string) => console.log(`  ${line}`);
let bad = 0;
const report = (where: string, figures: Figures | null): void => {
  if (!figures) {
    console.log(`${where}: not run, this machine cannot provide it`);
    bad += 1;
    return;
  }
  console.log(`${where}: ${lineOf(figures)}`);
  for (const difference of figures.differences) console.log(`  WRONG ${difference}`);
  bad += figures.differences.length;
};

if (chosen.length > 0) report('PostgreSQL', await chaosOnPostgres(chosen, { seed, atOnce, isTimed: true, log }));
if (isDisk) report('PGlite on a small disk', await chaosOnDisk(3, { seed, atOnce, isTimed: true, log }));
console.log(`${bad} differences, ${Math.round((Date.now() - began) / 1000)} s`);
process.exitCode = bad > 0 ? 1 : 0;
