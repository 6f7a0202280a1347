import { rank } from 'ticket-store/test/tools/sample.ts';

/** Reproducible random choices: the same seed gives the same sequence. */
export type Chance = {
  /** An integer from 0 to below `count`. */
  readonly below: (count: number) => number;
  /** True with this probability, 0 to 1. */
  readonly happens: (share: number) => boolean;
  /** Picks a row. Throws if there are none. */
  readonly of: <T>(rows: readonly T[]) => T;
};

export const chanceOf = (seed: number): Chance => {
  let drawn = 0;
  const next = (): number => {
    drawn += 1;
    return rank(drawn, seed) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    happens: (share) => next() < share,
    of: (rows) => {
      const row = rows[below(rows.length)];
      if (row === undefined) throw new Error('One of none.');
      return row;
    },
  };
};
