import { allowedCrossings } from './allowed.ts';
import { type Account, account, type Exclusion } from './coverage.ts';
import type { Model } from './explore.ts';
import { type Answers, collectEvaluatedGuards } from './guards.ts';
import { promisedPairs } from './pairs.ts';
import type { Tallied } from './tally.ts';

/** How many guarded transitions had their guard return both true and false, and which never returned one of them. */
export type Guarded = {
  readonly counted: number;
  readonly bothWays: number;
  readonly neverYes: readonly string[];
  readonly neverNo: readonly string[];
};

/** State × arrow that cannot happen, with the reason; `crossing` matches `leaf × transition`. */
export type Impossible = { readonly machine: string; readonly crossing: RegExp; readonly reason: string };

/** Transitions by the leaf in which they are taken, of all that the chart's definition allows (`allowed.ts`). */
export type Crossed = {
  readonly allowed: number;
  /** Those that can happen. */
  readonly counted: number;
  readonly taken: number;
  readonly missing: readonly string[];
  /** Taken although not allowed or held to be impossible, and rows about nothing. */
  readonly stale: readonly string[];
};

/** Coverage of one chart by runs. */
export type Figures = {
  readonly machine: string;
  readonly transitions: Account;
  /** As evaluated by the running actors, and by the explorer's steps, which reach every state. */
  readonly guards: Guarded;
  readonly explored: Guarded;
  readonly crossings: Crossed;
  readonly pairs: { readonly planned: number; readonly taken: number; readonly missing: readonly string[] };
};

const guardedOf = ({ transitions }: Model, { yes, no }: Answers): Guarded => {
  const ids = transitions.filter(({ guard }) => guard !== undefined).map(({ id }) => id);
  const neverYes = ids.filter((id) => !yes.has(id));
  const neverNo = ids.filter((id) => !no.has(id));
  const bothWays = ids.filter((id) => yes.has(id) && no.has(id)).length;
  return { counted: ids.length, bothWays, neverYes, neverNo };
};

const crossedOf = ({ machine }: Model, taken: ReadonlySet<string>, impossible: readonly Impossible[]): Crossed => {
  const allowed = allowedCrossings(machine);
  const rows = impossible.filter((one) => one.machine === machine.id);
  const isImpossible = (one: string) => rows.some(({ crossing }) => crossing.test(one));
  const counted = allowed.filter((one) => !isImpossible(one));
  const missing = counted.filter((one) => !taken.has(one));
  const unused = rows.filter(({ crossing }) => !allowed.some((one) => crossing.test(one)));
  const wrong = [...taken].filter((one) => !counted.includes(one));
  return {
    allowed: allowed.length,
    counted: counted.length,
    taken: counted.length - missing.length,
    missing,
    stale: [...wrong, ...unused.map(({ crossing }) => String(crossing))],
  };
};

/**
 * Prepares the totals of the charts once, which takes a second. The result computes the coverage of runs, one row for each chart.
 */
export const figuring = (
  models: readonly Model[],
  exclusions: readonly Exclusion[] = [],
  impossible: readonly Impossible[] = [],
) => {
  const charts = models.map((model) => ({
    model,
    explored: guardedOf(model, collectEvaluatedGuards(model)),
    promised: promisedPairs(model),
  }));
  return (tallied: Tallied): Figures[] => {
    const evaluated = { yes: new Set(tallied.guards.yes), no: new Set(tallied.guards.no) };
    return charts.map(({ model, explored, promised }): Figures => {
      const { id } = model.machine;
      const taken = new Set(tallied.pairs[id]);
      const missing = [...promised].filter((pair) => !taken.has(pair));
      return {
        machine: id,
        transitions: account(model.transitions, new Set(tallied.transitions[id]), exclusions),
        guards: guardedOf(model, evaluated),
        explored,
        crossings: crossedOf(model, new Set(tallied.crossings[id]), impossible),
        pairs: { planned: promised.size, taken: promised.size - missing.length, missing },
      };
    });
  };
};

const share = (part: number, of: number): string =>
  `${part}/${of} (${of === 0 ? 100 : Math.floor((part / of) * 100)} %)`;

/** The coverage as a few lines of text. */
export const figuresText = (figures: readonly Figures[]): string => {
  const sum = (read: (one: Figures) => number) => figures.reduce((total, one) => total + read(one), 0);
  const all = (read: (one: Figures) => readonly string[]) => figures.flatMap(read);
  const never = (value: string, ids: readonly string[]) =>
    ids.length > 0 ? [`  never ${value}: ${ids.join(', ')}`] : [];
  const both = share(
    sum(({ guards }) => guards.bothWays),
    sum(({ guards }) => guards.counted),
  );
  return [
    figures.map(({ machine, transitions: { taken, counted } }) => `${machine} ${taken}/${counted}`).join(', '),
    `guards both ways ${both}, on the explorer's steps ${sum(({ explored }) => explored.bothWays)}`,
    ...never(
      'true',
      all(({ guards }) => guards.neverYes),
    ),
    ...never(
      'false',
      all(({ guards }) => guards.neverNo),
    ),
    `states × transitions: the charts allow ${sum(({ crossings }) => crossings.allowed)}, of those that can happen taken ${share(
      sum(({ crossings }) => crossings.taken),
      sum(({ crossings }) => crossings.counted),
    )}`,
    `pairs of transitions ${share(
      sum(({ pairs }) => pairs.taken),
      sum(({ pairs }) => pairs.planned),
    )}`,
  ].join('\n');
};

/** Charts with transitions that were not taken, or with outdated exclusions. */
export const lacking = (figures: readonly Figures[]) =>
  figures
    .map(({ machine, transitions: { missing, stale } }) => ({ machine, missing, stale }))
    .filter(({ missing, stale }) => missing.length + stale.length > 0);
