/** The seed of this run's samples: printed, and taken back by SAMPLE_SEED. */
const seed = Number(process.env.SAMPLE_SEED ?? Math.floor(Math.random() * 1_000_000));

/** In: the rows of a matrix, in groups. Out: all with FULL=1, otherwise one of each group, drawn by the printed seed. */
export const sampled = <Row>(title: string, groups: readonly (readonly Row[])[]): Row[] => {
  if (process.env.FULL) return groups.flat();
  console.log(`${title}: one of each group; SAMPLE_SEED=${seed} draws the same, FULL=1 runs all`);
  return groups.flatMap((group, index) => {
    const row = group[(seed + index * 7) % group.length];
    return row === undefined ? [] : [row];
  });
};
