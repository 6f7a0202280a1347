import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { root } from 'ticket-store/server/core/install.mjs';
import { createTestModel, getShortestPaths } from 'xstate/graph';
import { dotted, stateNodes } from '../explore/definitions.ts';
import { columns } from '../paths/write.ts';
import { checkPlaywright } from './check-playwright.ts';
import { extracted, readable } from './extract.ts';
import { exportAll } from './files.ts';
import { chartOf } from './json.ts';
import { sampleContexts } from './sample-contexts.ts';
import { statelyText } from './stately.ts';
import { compareWith, type EventList, eventLists } from './traces.ts';
import { startsOf, traversalOf } from './traversal.ts';
import { inXStateFour } from './xstate4.ts';
import { inXStateFive } from './xstate5.ts';

/** What became of one chart's files in one tool: how many things were tried, which failed, which there are not, with reasons. */
export type Cell = { readonly total: number; readonly faults: readonly string[]; readonly refused?: readonly string[] };
export type Cells = ReadonlyMap<MachineName, Cell>;

const lists = 1000;
const messageOf = (thrown: unknown): string => {
  const inner = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return inner instanceof Error ? inner.message : String(inner);
};

/** A cell of random lists of events, of which each has to lead to the same states. */
const played = (play: (list: EventList) => void, seed: number): Cell => {
  try {
    fc.assert(fc.property(eventLists, play), { seed, numRuns: lists });
    return { total: lists, faults: [] };
  } catch (thrown) {
    return { total: lists, faults: [`seed ${seed}: ${messageOf(thrown)}`] };
  }
};

const each = async (
  names: readonly MachineName[],
  check: (name: MachineName) => Cell | Promise<Cell>,
): Promise<Cells> => {
  const cells = new Map<MachineName, Cell>();
  for (const name of names) cells.set(name, await check(name));
  return cells;
};

const checkJson = async (names: readonly MachineName[], seed: number): Promise<Cells> => {
  // Inside the repository, so that the stubs find XState.
  mkdirSync(join(root, 'reports'), { recursive: true });
  const folder = mkdtempSync(join(root, 'reports/json-'));
  try {
    await exportAll(
      names.map((name) => machines[name]),
      ['json'],
      folder,
      sampleContexts(),
    );
    return await each(names, async (name) => {
      const other = await inXStateFive(join(folder, `${name}.json`), join(folder, `${name}.stubs.js`));
      return played(compareWith(machines[name], other, { events: 0 }), seed);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const checkExtracted = (name: MachineName): Cell => {
  const wanted = readable(chartOf(machines[name]));
  // The extractor warns about functions in `params`, which no drawing shows.
  console.warn = () => {};
  const found = new Set(readable(extracted(readFileSync(join(root, `machines/${name}/${name}.machine.ts`), 'utf8'))));
  return { total: wanted.length, faults: wanted.filter((line) => !found.has(line)) };
};

/** Each state of a chart that a walk can stop in, and those that a tool of `xstate/graph` does not come to. */
const reachedBy = (name: MachineName, ends: readonly string[]): Cell => {
  const leaves = stateNodes(machines[name]).filter(
    ({ type, always }) => type !== 'compound' && !always?.some(({ guard }) => !guard),
  );
  const missing = leaves.map(({ path }) => path.join('.')).filter((state) => !ends.includes(state));
  return { total: leaves.length, faults: missing.map((state) => `no path to ${state}`) };
};

const checkPaths = (name: MachineName): Cell => {
  const ends = startsOf(name).flatMap((_, start) => {
    const { machine, options } = traversalOf(name, start);
    return getShortestPaths(machine, options).map(({ state }) => dotted(state.value));
  });
  return reachedBy(name, ends);
};

const checkModel = async (name: MachineName): Promise<Cell> => {
  const ends: string[] = [];
  for (const start of startsOf(name).keys()) {
    const { machine, options } = traversalOf(name, start);
    for (const path of createTestModel(machine, options).getShortestPaths())
      await path.test({ states: { '*': ({ value }) => void ends.push(dotted(value)) } });
  }
  return reachedBy(name, ends);
};

/** The foreign tools by name: what each does with the files, and how it is checked. */
const tools: Readonly<
  Record<
    string,
    { readonly about: string; readonly run: (names: readonly MachineName[], seed: number) => Promise<Cells> }
  >
> = {
  states: { about: '@playwright/test runs a file for each state', run: (names) => checkPlaywright(names, 'states') },
  walks: {
    about: '@playwright/test runs a file for each coverage walk',
    run: (names) => checkPlaywright(names, 'walks'),
  },
  vitest: {
    about: 'Vitest runs a file for the state of each chart that is found last',
    run: (names) => checkPlaywright(names, 'last', 'vitest'),
  },
  graph: { about: 'getShortestPaths of xstate/graph reaches each state', run: (names) => each(names, checkPaths) },
  model: { about: 'the paths of a createTestModel pass each state', run: (names) => each(names, checkModel) },
  studio: {
    about: 'the extractor of Stately Studio reads each state and transition',
    run: (names) => each(names, checkExtracted),
  },
  stately: {
    about: `XState 4 comes to the same states in ${lists} lists of events`,
    run: (names, seed) => {
      const contexts = sampleContexts();
      return each(names, (name) =>
        played(
          compareWith(machines[name], inXStateFour(statelyText(machines[name], contexts.get(name))), { events: 0 }),
          seed,
        ),
      );
    },
  },
  json: { about: `XState 5 takes the same steps by the JSON in ${lists} lists`, run: checkJson },
};

const help = `npm run tool -- chart exports                         all tools, all charts
  --only ${Object.keys(tools).join(' | ')}   one tool; may be repeated
  --machine purchase                            one chart; may be repeated
  --seed 7                                      of the random lists
SHOP_URL names the shop for the files that need one; without it one is started. \`states\`, \`walks\` and \`vitest\`
install the tool in a temporary folder.

${Object.entries(tools)
  .map(([name, { about }]) => `${name.padEnd(10)}${about}`)
  .join('\n')}`;

const known = Object.keys(machines).filter((name): name is MachineName => name in machines);

/** Runs the command with its arguments, prints the table, and returns the exit code. Throws for invalid arguments. */
export const checkExports = async (args: readonly string[]): Promise<number> => {
  const many = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { only: many, machine: many, seed: { type: 'string', default: '7' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const wanted = values.only ?? Object.keys(tools);
  for (const name of wanted)
    if (!Object.hasOwn(tools, name))
      throw new Error(`There is no tool "${name}". There are: ${Object.keys(tools).join(', ')}.`);
  const names = values.machine ? known.filter((name) => values.machine?.includes(name)) : known;
  if (names.length !== (values.machine ?? known).length)
    throw new Error(`There is no such chart. There are: ${known.join(', ')}.`);
  const results: [tool: string, cells: Cells][] = [];
  for (const name of wanted) {
    console.log(`${name}: ${tools[name]?.about} …`);
    results.push([name, (await tools[name]?.run(names, Number(values.seed))) ?? new Map()]);
  }
  const cellText = (cell: Cell | undefined): string => {
    if (cell === undefined) return '–';
    const refused = cell.refused?.length ? ` (${cell.refused.length} refused)` : '';
    return `${cell.faults.length > 0 ? 'RED ' : ''}${cell.total - Math.min(cell.total, cell.faults.length)}/${cell.total}${refused}`;
  };
  const rows = names.map((name) => [name, ...results.map(([, cells]) => cellText(cells.get(name)))]);
  console.log(`\n${columns([['chart', ...results.map(([tool]) => tool)], ...rows])}\n`);
  console.log('A cell again: npm run tool -- chart exports --only <tool> --machine <chart>\n');
  const all = results.flatMap(([tool, cells]) => [...cells].map(([name, cell]) => ({ tool, name, cell })));
  for (const { tool, name, cell } of all) {
    for (const fault of cell.faults) console.log(`RED ${tool} ${name}: ${fault}`);
    for (const reason of cell.refused ?? []) console.log(`refused: ${reason}`);
  }
  const failed = all.filter(({ cell }) => cell.faults.length > 0 || cell.total === 0).length;
  console.log(`${all.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
};
