import { parseArgs } from 'node:util';
import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { rulesOf } from 'ticket-store/src/domain/site.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { settingsOf, siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import { journeys, type Post } from '../explore/compose.ts';
import { allDefinitions, stateNodes } from '../explore/definitions.ts';
import type { Model } from '../explore/explore.ts';
import { tours, type Walk } from '../explore/tours.ts';
import { everyState, way } from '../explore/ways.ts';
import { describeWalk } from './describe-walk.ts';
import { playwright } from './playwright.ts';
import { chartOf, columns, type Format, formats, write } from './write.ts';

const help = `npm run tool -- chart paths                                  every chart: its size, and the walks that take every transition
npm run tool -- chart paths --machine purchase            its transitions, and those walks, step by step
  --cover transitions | states                 every transition, or every state
  --to checkout.asking                         the shortest way to a state (machine.state)
  --site mori                                  with the rules of that site
  --format ${formats.join(' | ')}      (default table)
                                               playwright, vitest: a test file for a running shop (SHOP_URL), with the
                                               replies of the walk`;

const covers = ['transitions', 'states'] as const;
const walksFor = {
  transitions: tours,
  states: everyState,
} satisfies Record<(typeof covers)[number], Query['walked']>;
const isOneOf = <T extends string>(all: readonly T[], value: string): value is T => all.some((one) => one === value);

/** The value if it is one of `all`. Throws with the valid ones otherwise. */
const oneOf = <T extends string>(all: readonly T[], value: string, what: string): T => {
  if (isOneOf(all, value)) return value;
  throw new Error(`There is no ${what} "${value}". There are: ${all.join(', ')}.`);
};

/** Where a chart runs; the others are children of the app by their own names. */
const actors: Partial<Record<MachineName, readonly string[]>> = {
  app: ['app'],
  order: ['app', 'purchase', 'order'],
  queue: ['app', 'purchase', 'order', 'queue'],
  checkout: ['app', 'purchase', 'checkout'],
  hold: ['app', 'purchase', 'hold'],
  payment: ['app', 'purchase', 'payment'],
  coupon: ['app', 'purchase', 'payment', 'coupon'],
  correction: ['app', 'purchase', 'correction'],
  'change-date': ['app', 'changedate'],
};
const names = Object.keys(machines).filter((name): name is MachineName => name in machines);
const definitions = Object.values(machines).flatMap(allDefinitions);

/** The chart and the state of an address such as `purchase.order.choosing`. Throws with the states that may be meant. */
const stateIn = (address: string): { machine: MachineName; state: string } => {
  const [id = '', ...rest] = address.split('.');
  const states = names.flatMap((name) => stateNodes(machines[name]).map(({ path }) => [name, ...path].join('.')));
  const meant = isOneOf(names, id) ? [] : states.filter((one) => `.${one}`.endsWith(`.${address}`));
  if (meant.length > 0) throw new Error(`There is no chart "${id}". Did you mean ${meant.join(', ')}?`);
  const machine = oneOf(names, id, 'chart');
  if (rest.length > 0) return { machine, state: rest.join('.') };
  const own = states.filter((one) => one.startsWith(`${machine}.`));
  throw new Error(`"${machine}" is a chart; name one of its states: ${own.join(', ')}.`);
};

type Query = { machine: MachineName; walked: (model: Model) => readonly Walk[] };

const read = (args: readonly string[]) => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ machine: text, cover: text, to: text, site: text, format: text },
      help: { type: 'boolean' },
    },
  });
  const format = oneOf(formats, values.format ?? 'table', 'format');
  const cover = oneOf(covers, values.cover ?? 'transitions', 'cover');
  const site = values.site === undefined ? undefined : oneOf(siteCodes, values.site, 'site');
  return { ...values, format, cover, site };
};

const wishOf = ({ machine, cover, to }: ReturnType<typeof read>): Query | null => {
  if (to !== undefined) {
    const goal = stateIn(to);
    return { machine: goal.machine, walked: (model) => [way(model, goal.state)] };
  }
  return machine === undefined ? null : { machine: oneOf(names, machine, 'chart'), walked: walksFor[cover] };
};

/** The plans with the rules of one site. */
const plansFor = ({ site }: ReturnType<typeof read>) => {
  if (site === undefined) return plans;
  const { inputs: _, ...plan } = plans.app;
  return { ...plans, app: { ...plan, inputs: [{ site: rulesOf(settingsOf(site)), lang: 'ja' }] } };
};

const overview = (posts: readonly Post[]): string => {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const rows = posts.map(({ model, actor, journeys: own }) => {
    const { machine, transitions, states, unreachable } = model;
    const steps = sum(own.map((journey) => journey.steps.length - journey.prefix));
    const counts = [stateNodes(machine).length, transitions.length, states.size, own.length, steps, unreachable.length];
    return [machine.id, actor.join('/'), ...counts.map(String)];
  });
  return columns([['chart', 'runs as', 'states', 'transitions', 'places', 'walks', 'steps', 'never taken'], ...rows]);
};

const writeWalks = async (posts: readonly Post[], format: Format): Promise<string> => {
  const walks = posts.flatMap((post) => post.journeys);
  if (format === 'playwright' || format === 'vitest') return playwright(walks, format);
  const described = walks.map((journey) => describeWalk(journey, definitions));
  return write(described, format);
};

/** Runs the command; returns its output. Throws with an explanation if an argument is invalid. Tests have `explored` before. */
export const runPaths = async (args: readonly string[], explored = journeys): Promise<string> => {
  const options = read(args);
  if (options.help) return help;
  const wish = wishOf(options);
  const all = plansFor(options);
  if (wish === null) {
    const posts = explored(machines.app, all, walksFor[options.cover]);
    return options.format === 'table' ? overview(posts) : writeWalks(posts, options.format);
  }
  const isWanted = ({ machine }: Model) => machine.id === wish.machine;
  const only = (model: Model) => (isWanted(model) ? wish.walked(model) : []);
  const posts = explored(machines.app, all, only, { towards: actors[wish.machine] ?? ['app', wish.machine] });
  const walks = await writeWalks(posts, options.format);
  const isListed = options.format === 'table' && options.to === undefined;
  const charts = isListed ? posts.filter(({ model }) => isWanted(model)).map(({ model }) => chartOf(model)) : [];
  return [...charts, walks].join('\n\n');
};
