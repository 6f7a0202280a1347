/** Reproducible random choices: the same seed gives the same sequence. */
export type Chance = {
  /** An integer from 0 to below `count`. */
  readonly below: (count: number) => number;
  /** True with this probability, 0 to 1. */
  readonly happens: (share: number) => boolean;
  /** Picks a row. Throws if there are none. */
  readonly of: <T>(rows: readonly T[]) => T;
};

/** Uses mulberry32 (public domain). */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
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
