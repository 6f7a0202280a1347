/**
 * Files of the browser lane that look at one thing from several sides. Where nothing says FULL=1 one of each row is played, drawn
 * by the seed of the run; the generated walks through every chart (`charts-*`) and all that stands in no row are always played.
 */
const alike = [
  ['gmo', 'softbank', 'stripe-methods'],
  ['reload', 'resilience', 'tabs'],
  ['address', 'bases', 'language'],
  ['hold', 'coupon', 'sets'],
  ['ticket', 'around', 'hand-over-faults'],
  ['outcomes', 'disturbed', 'blocked'],
  ['measurement', 'chunks', 'wall'],
  ['ticket-paper', 'offline'],
  ['story', 'restore-around'],
  ['matrix', 'a11y', 'generated-file'],
  ['failures', 'sites'],
  ['queues', 'traces', 'bot-check'],
  ['pictures', 'faces'],
] as const;

/** The files of this lane by name, e.g. `gmo` for `test/browser/gmo.test.ts`. */
export const drawnFiles: readonly string[] = alike.flat();

/**
 * In: the environment and arguments of a run. Out: patterns of files it leaves out; none with FULL=1 and none where files are asked
 * for by name. NO_ENGINES leaves out what needs Firefox and WebKitGTK. Settles the run's seed (SAMPLE_SEED), so that its workers draw by the same one.
 */
export const leftOut = (env: NodeJS.ProcessEnv, args: readonly string[]): string[] => {
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
