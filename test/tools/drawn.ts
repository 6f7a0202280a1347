/**
 * Files of the browser lane that test similar things. Without FULL=1 one file of each row runs, drawn by the run's seed; the
 * generated walks (`charts-*`) and all files in no row always run.
 */
const alike = [
  ['gmo', 'softbank', 'stripe-methods'],
  ['reload', 'resilience', 'tabs'],
  ['address', 'bases', 'language'],
  ['hold', 'coupon', 'sets'],
  ['ticket', 'secondary-pages', 'hand-over-faults'],
  ['outcomes', 'disturbed', 'blocked'],
  ['measurement', 'chunks', 'wall'],
  ['ticket-paper', 'offline'],
  ['story', 'restore-secondary-pages'],
  ['matrix', 'a11y', 'generated-file'],
  ['failures', 'sites'],
  ['queues', 'traces', 'bot-check'],
  ['pictures', 'faces'],
] as const;

/** The files in these rows by name, e.g. `gmo` for `test/browser/gmo.test.ts`. */
export const drawnFiles: readonly string[] = alike.flat();

/**
 * Patterns of the files that a run leaves out; none with FULL=1 and none if files are named. NO_ENGINES leaves out the tests that
 * need Firefox and WebKitGTK. Sets SAMPLE_SEED, so that all workers draw the same files.
 */
export const excludedFiles = (env: NodeJS.ProcessEnv, args: readonly string[]): string[] => {
  if (args.some((arg) => arg.endsWith('.test.ts'))) return [];
  const engines = env.NO_ENGINES ? ['test/browser/engines.test.ts'] : [];
  if (env.FULL) return engines;
  env.SAMPLE_SEED ??= String(Math.floor(Math.random() * 1_000_000));
  const seed = Number(env.SAMPLE_SEED);
  const drawn = alike.flatMap((row, index) =>
    row.filter((_, place) => place !== (seed + index * 7) % row.length).map((name) => `test/browser/${name}.test.ts`),
  );
  return [...engines, ...drawn];
};
