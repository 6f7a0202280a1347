import { parseArgs } from 'node:util';
import { machines } from 'ticket-store/machines/index.ts';
import { allMutants, judgeSelected } from './judge-selected.ts';
import { isSurvivor, type Judged, scoreText, writeVerdicts, writtenScore } from './score.ts';
import { type Selection, selectMutants } from './selection.ts';

const help = `npm run tool -- chart mutants --chart coupon       judges every fault that an operator can make in one chart
  --sample 50 --seed 7                         only so many, drawn by a seed
  --only passToPurchase                        those whose name contains this; several times: one of these
  --all                                        all charts
  --part 2/5                                   the second of five pieces, for long runs; --report adds pieces up
  --no-rules                                   without the properties: what plans and unhandled events notice
  --report                                     the score by chart of all verdicts in reports/mutants
Walks are planned from each faulty chart itself. Prints the score by chart and every fault that no walk notices; all verdicts are
in reports/mutants, each as soon as there is one.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** A number of an option. Throws if it is none. */
const numberOf = (name: string, value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new Error(`--${name} is a whole number, not "${value}".`);
  return Number(value);
};

/** `2/5`. Throws if it is no piece. */
const partOf = (value: string): { part: number; of: number } => {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
  if (part < 1 || part > of) throw new Error(`--part is a piece like 2/5, not "${value}".`);
  return { part, of };
};

/** The name of a run's file of verdicts: another selection has another, so that no run replaces verdicts that it did not give. */
const nameOf = ({ chart = 'all', part, texts = [], sample, seed }: Selection): string => {
  const piece = part ? [part.part, 'of', part.of] : [];
  const drawn = sample === undefined ? [] : ['sample', sample, 'seed', seed];
  return [chart, ...piece, ...drawn, ...texts].join(' ').replaceAll(/\W+/g, '-').slice(0, 80);
};

/** Runs the command and returns the exit code, 1 if a fault survived. Throws on unknown arguments. */
export const run = async (args: readonly string[]): Promise<number> => {
  const options = { chart: text, sample: text, seed: text, part: text, only: { ...text, multiple: true } } as const;
  const flags = { all: flag, 'no-rules': flag, report: flag, help: flag };
  const { values } = parseArgs({ args: [...args], options: { ...options, ...flags } });
  if (values.report) {
    console.log(writtenScore(values['no-rules']));
    return 0;
  }
  if (values.chart !== undefined && !Object.hasOwn(machines, values.chart))
    throw new Error(`There is no chart "${values.chart}". There are: ${Object.keys(machines).join(', ')}.`);
  const [sample, seed] = [numberOf('sample', values.sample), numberOf('seed', values.seed)];
  if (values.help || (!values.all && values.chart === undefined && sample === undefined)) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const selection: Selection = {
    ...(values.chart && { chart: values.chart }),
    ...(sample !== undefined && { sample, seed: seed ?? Math.floor(Math.random() * 1_000_000) }),
    ...(values.only && { texts: values.only }),
    ...(values.part && { part: partOf(values.part) }),
    ...(values['no-rules'] && { noRules: true }),
  };
  const total = selectMutants(allMutants, selection).length;
  if (total === 0) throw new Error('There is no such mutant.');
  console.log(
    `${total} of ${allMutants.length} mutants${selection.seed === undefined ? '' : `, --seed ${selection.seed}`}`,
  );
  const judged: Judged[] = [];
  let file = '';
  for await (const one of judgeSelected(selection)) {
    judged.push(one);
    file = writeVerdicts(nameOf(selection), judged, selection.noRules);
    if (judged.length % 25 === 0) console.log(`${judged.length} of ${total} …`);
    if (isSurvivor(one) && !selection.noRules) console.log(`survived: ${one.mutant.id}`);
  }
  console.log(`${scoreText(judged)}\n${file}`);
  return judged.some(isSurvivor) && !selection.noRules ? 1 : 0;
};
