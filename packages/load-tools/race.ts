/**
 * `npm run tool -- load race`: many concurrent buyers for few seats, with set products, single-use coupons, cancellations, expiring holds,
 * late payments, changes of date and split tickets; then all accounts must agree. On PostgreSQL (DATABASE_URL) a control run
 * without the lock must oversell. `-- --seeds 20 --buyers 500 --at-once 40 --from 1`. Exits with 1 if anything is wrong.
 */

import { parseOptions } from 'ticket-store/test/tools/parse-options.ts';
import { control, type Result, race } from './race/run.ts';

const { values } = parseOptions({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    buyers: { type: 'string', default: '500' },
    'at-once': { type: 'string', default: '40' },
  },
});
const [seeds, from, buyers, atOnce] = [values.seeds, values.from, values.buyers, values['at-once']].map(Number);
if (!seeds || !from || !buyers || !atOnce) {
  console.error('Whole numbers, please: --seeds 20 --from 1 --buyers 500 --at-once 40');
  process.exit(2);
}

const isPostgres = process.env.DATABASE_URL !== undefined;
console.log(
  `${isPostgres ? 'PostgreSQL' : 'PGlite'}: ${buyers} buyers, ${atOnce} at once, ${seeds} seeds from ${from}\n`,
);

const summarize = ({ tally, oversold }: Result): string => {
  const countOf = (part: RegExp) => [...tally].reduce((sum, [what, count]) => sum + (part.test(what) ? count : 0), 0);
  const outcomeParts = {
    paid: /\bpaid\b/,
    refused: /^refused$/,
    moved: /moved 200/,
    split: /split/,
    'given up': /^cancels 200$/,
    'cancelled by the venue': /venue cancels cancel/,
    'paid back': /venue pays back refund/,
  };
  const figures = Object.entries(outcomeParts).map(([name, part]) => `${countOf(part)} ${name}`);
  return `${figures.join(', ')}; ${oversold} oversold`;
};

let bad = 0;
for (let seed = from; seed < from + seeds; seed += 1) {
  const options = { seed, buyers, atOnce };
  const began = performance.now();
  const result = await race(options);
  console.log(`seed ${seed}: ${summarize(result)}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  for (const fault of result.faults) console.log(`  ${fault}`);
  if (result.oversold > 0 || result.faults.length > 0) bad += 1;
  if (!isPostgres) continue;
  const without = await control(options);
  console.log(`  without the lock: ${without.oversold} oversold`);
  if (without.oversold === 0) bad += 1;
}
console.log(`\n${seeds - Math.min(bad, seeds)} of ${seeds} seeds are right.`);
process.exitCode = bad > 0 ? 1 : 0;
