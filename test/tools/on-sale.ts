/**
 * `npm run tool -- on-sale`: simulates the opening of a sale with the measured costs, for one to eight processes, with and without a
 * waiting room (docs/scaling.md#an-on-sale). `-- --visitors 100000 --seats 20000 --minutes 10 --seed 1`.
 */
import { quantile, simulate } from './on-sale/model.ts';
import { parseOptions } from './parse-options.ts';
import { chanceOf } from './race/chance.ts';

const { values } = parseOptions({
  options: {
    visitors: { type: 'string', default: '100000' },
    seats: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
const [visitors, seats, minutes, seed] = [values.visitors, values.seats, values.minutes, values.seed].map(Number);
if (!visitors || !seats || !minutes || !seed) {
  console.error('Whole numbers, please: --visitors 100000 --seats 20000 --minutes 10 --seed 1');
  process.exit(2);
}

console.log(`${visitors} visitors, ${seats} seats, ${minutes} minutes, seed ${seed}; times in seconds\n`);
console.log(
  'processes  queue  sold out  orders/s  rejected  gave up  wait p50   p95   most  in vain p50   most  questions/s',
);
for (const processes of [1, 2, 4, 8])
  for (const hasQueue of [false, true]) {
    const sale = { visitors, seats, minutes, processes, hasQueue };
    const outcome = simulate(sale, chanceOf(seed));
    const { soldOutAfter, ordersAtMost, rejected, gaveUp, waits, waitsInVain, questionsAtMost } = outcome;
    const cells: [unknown, number][] = [
      [processes, 9],
      [hasQueue ? 'yes' : 'no', 7],
      [soldOutAfter ?? 'no', 10],
      [ordersAtMost, 10],
      [rejected, 10],
      [gaveUp, 9],
      [quantile(waits, 0.5), 10],
      [quantile(waits, 0.95), 6],
      [quantile(waits, 1), 7],
      [quantile(waitsInVain, 0.5), 12],
      [quantile(waitsInVain, 1), 7],
      [questionsAtMost, 13],
    ];
    console.log(cells.map(([cell, width]) => String(cell).padStart(width)).join(''));
  }
