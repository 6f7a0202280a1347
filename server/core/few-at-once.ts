/* Rows wait for payment providers: enough that a slow reply does not delay all, few enough not to be limited by the provider. */
const atOnce = 4;

/** Runs `work` for each row, a few concurrently; results in the sequence of the rows. */
export const fewAtOnce = async <Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const next = rows.entries();
  const lane = async () => {
    for (const [index, row] of next) results[index] = await work(row);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
};
