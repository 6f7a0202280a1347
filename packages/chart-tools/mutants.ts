/** `npm run tool -- chart mutants`: makes faults in the charts and lists those that no generated walk notices; see `-- --help`. */
import { parseArgs } from 'node:util';
import { allMutants, judgeSelected, selectMutants } from './mutants/judge-selected.ts';
import { isSurvivor, type Judged, scoreText } from './mutants/score.ts';
import { runCommand } from './walks/run-command.ts';

const help = `npm run tool -- chart mutants --chart coupon       judges every fault that an operator can make in one chart
  --sample 50 --seed 7                         only so many, drawn by a seed
  --only passToPurchase                        those whose name contains this
  --all                                        all charts
Walks are planned from each faulty chart itself. Prints the score by chart and every fault that no walk notices.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

await runCommand(async () => {
  const options = { chart: text, sample: text, seed: text, only: text, all: flag, help: flag };
  const { chart, only, all, ...values } = parseArgs({ options }).values;
  const sample = values.sample === undefined ? undefined : Number(values.sample);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (values.help || (!all && chart === undefined && sample === undefined)) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const total = selectMutants({ chart, only, sample, seed }).length;
  if (total === 0) throw new Error('There is no such mutant.');
  console.log(`${total} of ${allMutants.length} mutants${sample === undefined ? '' : `, --seed ${seed}`}`);
  const judged: Judged[] = [];
  for await (const one of judgeSelected({ chart, only, sample, seed })) {
    judged.push(one);
    if (judged.length % 25 === 0) console.log(`${judged.length} of ${total} …`);
    if (isSurvivor(one)) console.log(`survived: ${one.mutant.id}`);
  }
  console.log(scoreText(judged));
  return judged.some(isSurvivor) ? 1 : 0;
});
