/** The seed of this run's samples: printed, and reproducible with SAMPLE_SEED. */
export const seed = Number(process.env.SAMPLE_SEED ?? Math.floor(Math.random() * 1_000_000));

const log = (title: string, what: string): void =>
  console.log(`${title}: ${what}; SAMPLE_SEED=${seed} draws the same, FULL=1 runs all`);

/** All rows with FULL=1, otherwise one of each group, drawn by the printed seed; 7, so that alike groups draw different rows. */
export const sampled = <Row>(title: string, groups: readonly (readonly Row[])[]): Row[] => {
  if (process.env.FULL) return groups.flat();
  log(title, 'one of each group');
  return groups.flatMap((group, index) => {
    const row = group[(seed + index * 7) % group.length];
    return row === undefined ? [] : [row];
  });
};

/** Sort key of a row in a shuffle by a seed. */
export const rank = (index: number, by: number): number => {
  const mixed = Math.imul((by + 1) ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
};

/**
 * All rows with FULL=1, otherwise few of them, drawn by the printed seed, so that every facet is covered; in their original
 * sequence.
 */
export const covering = <Row>(title: string, rows: readonly Row[], facets: (row: Row) => readonly string[]): Row[] => {
  if (process.env.FULL) return [...rows];
  const drawn = rows.map((_, index) => index).toSorted((one, other) => rank(one, seed) - rank(other, seed));
  const facetsOf = rows.map((row) => facets(row));
  const missing = new Set(facetsOf.flat());
  const taken = new Set<Row>();
  while (missing.size > 0) {
    let [best, most] = [-1, 0];
    for (const index of drawn) {
      const gain = facetsOf[index]?.filter((one) => missing.has(one)).length ?? 0;
      if (gain > most) [best, most] = [index, gain];
    }
    const row = rows[best];
    if (row === undefined) break;
    taken.add(row);
    for (const one of facetsOf[best] ?? []) missing.delete(one);
  }
  log(title, `${taken.size} of ${rows.length}, each row and column at least once`);
  return rows.filter((row) => taken.has(row));
};

/** Parameters for fast-check: `all` runs with FULL=1, otherwise `few`, with the printed seed. */
export const randomly = (title: string, all: number, few: number): { seed: number; numRuns: number } => {
  const numRuns = process.env.FULL ? all : few;
  log(title, `${numRuns} random ones of ${all}`);
  return { seed, numRuns };
};
