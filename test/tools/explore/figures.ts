import { type Account, account, type Exclusion } from './coverage.ts';
import type { Model } from './explore.ts';
import { type Answers, collectEvaluatedGuards } from './guards.ts';
import { promisedPairs } from './pairs.ts';
import type { Tallied } from './tally.ts';
import { plannedCrossings } from './tours.ts';

/** How many guarded transitions had their guard return both true and false, and which never returned one of them. */
export type Guarded = {
  readonly counted: number;
  readonly bothWays: number;
  readonly neverYes: readonly string[];
  readonly neverNo: readonly string[];
};

/** Coverage of one chart by runs. */
export type Figures = {
  readonly machine: string;
  readonly transitions: Account;
  /** As evaluated by the running actors, and by the explorer's steps, which reach every state. */
  readonly guards: Guarded;
  readonly explored: Guarded;
  /** Transitions by the leaf in which they are taken, of those that the planner found. */
  readonly crossings: { readonly planned: number; readonly taken: number; readonly missing: readonly string[] };
  readonly pairs: { readonly planned: number; readonly taken: number; readonly missing: readonly string[] };
};

const guardedOf = ({ transitions }: Model, { yes, no }: Answers): Guarded => {
  const ids = transitions.filter(({ guard }) => guard !== undefined).map(({ id }) => id);
  const neverYes = ids.filter((id) => !yes.has(id));
  const neverNo = ids.filter((id) => !no.has(id));
  const bothWays = ids.filter((id) => yes.has(id) && no.has(id)).length;
  return { counted: ids.length, bothWays, neverYes, neverNo };
};

/**
 * Prepares the totals of the charts once, which takes a second. The result computes the coverage of runs, one row for each chart.
 */
export const figuring = (models: readonly Model[], exclusions: readonly Exclusion[] = []) => {
  const charts = models.map((model) => ({
    model,
    explored: guardedOf(model, collectEvaluatedGuards(model)),
    crossings: plannedCrossings(model),
    promised: promisedPairs(model),
  }));
  return (tallied: Tallied): Figures[] => {
    const evaluated = { yes: new Set(tallied.guards.yes), no: new Set(tallied.guards.no) };
    return charts.map(({ model, explored, crossings, promised }): Figures => {
      const { id } = model.machine;
      const taken = new Set(tallied.pairs[id]);
      const missing = [...promised].filter((pair) => !taken.has(pair));
      const crossed = new Set(tallied.crossings[id]);
      const uncrossed = [...crossings].filter((one) => !crossed.has(one));
      return {
        machine: id,
        transitions: account(model.transitions, new Set(tallied.transitions[id]), exclusions),
        guards: guardedOf(model, evaluated),
        explored,
        crossings: { planned: crossings.size, taken: crossings.size - uncrossed.length, missing: uncrossed },
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
    `states × transitions, as planned: ${share(
      sum(({ crossings }) => crossings.taken),
      sum(({ crossings }) => crossings.planned),
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
