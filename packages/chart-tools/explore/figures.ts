import { allowedCrossings } from './allowed.ts';
import { type Account, account, type Exclusion, type Tallied } from './coverage.ts';
import type { Model } from './explore.ts';

/** State × arrow that cannot happen, with the reason; `crossing` matches `leaf × transition`. */
export type Impossible = { readonly machine: string; readonly crossing: RegExp; readonly reason: string };

/** Transitions by the leaf in which they are taken, of all that the chart's definition allows (`allowed.ts`). */
export type Crossed = {
  readonly allowed: number;
  /** States × transitions that can happen. */
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
  readonly crossings: Crossed;
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

type Reviewed = { readonly exclusions?: readonly Exclusion[]; readonly impossible: readonly Impossible[] };

/** The coverage of each chart by runs, without what was reviewed. */
export const figuresOf = (
  models: readonly Model[],
  tallied: Tallied,
  { exclusions = [], impossible }: Reviewed,
): Figures[] =>
  models.map((model): Figures => {
    const { id } = model.machine;
    return {
      machine: id,
      transitions: account(model.transitions, new Set(tallied.transitions[id]), exclusions),
      crossings: crossedOf(model, new Set(tallied.crossings[id]), impossible),
    };
  });

const share = (part: number, of: number): string =>
  `${part}/${of} (${of === 0 ? 100 : Math.floor((part / of) * 100)} %)`;

/** The coverage as a few lines of text. */
export const figuresText = (figures: readonly Figures[]): string => {
  const sum = (read: (one: Figures) => number) => figures.reduce((total, one) => total + read(one), 0);
  return [
    figures.map(({ machine, transitions: { taken, counted } }) => `${machine} ${taken}/${counted}`).join(', '),
    `states × transitions: the charts allow ${sum(({ crossings }) => crossings.allowed)}, of those that can happen taken ${share(
      sum(({ crossings }) => crossings.taken),
      sum(({ crossings }) => crossings.counted),
    )}`,
  ].join('\n');
};

/** Charts with transitions that were not taken, or with outdated exclusions. */
export const lacking = (figures: readonly Figures[]) =>
  figures
    .map(({ machine, transitions: { missing, stale } }) => ({ machine, missing, stale }))
    .filter(({ missing, stale }) => missing.length + stale.length > 0);
