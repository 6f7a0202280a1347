import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { catalogues } from './build/catalogues.ts';
import { CountReporter } from './test/tools/count-reporter.ts';
import { excludedFiles } from './test/tools/drawn.ts';
import { isolatedFiles } from './test/tools/isolated.ts';
import { ProgressReporter } from './test/tools/progress-reporter.ts';

const minute = 60_000;
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** These start databases of their own, regardless of DATABASE_URL: on PostgreSQL they would only be repeated. */
const onFolders = process.env.DATABASE_URL
  ? ['test/api/{process,start-up,ops-process,database-*}.test.ts', 'packages/load-tools/test/api/chaos.test.ts']
  : [];

const results = process.env.LANE_RESULTS;
const notDrawn = excludedFiles(process.env, process.argv);
/** Files that cannot pass in a copy with a planted fault; `--exclude` does not reach projects. */
const leftOut = process.env.LEFT_OUT?.split(' ') ?? [];

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

/**
 * A lane as two projects: `<name>`, whose files share processes and loaded modules, and `<name>-isolated`, whose files have one
 * each (test/tools/isolated.ts).
 */
const lane = (
  name: string,
  { include = [], exclude = [], ...settings }: Settings,
): TestProjectInlineConfiguration[] => {
  const alone: readonly string[] = Object.entries(isolatedFiles).find(([one]) => one === name)?.[1] ?? [];
  const left = [...configDefaults.exclude, ...exclude, ...notDrawn, ...leftOut];
  const setupFiles = [here('./test/setup.ts'), ...[settings.setupFiles ?? []].flat()];
  const project = (more: Settings): TestProjectInlineConfiguration => ({
    extends: true,
    test: { ...settings, setupFiles, ...more },
  });
  return [
    project({ name, include, exclude: [...left, ...alone], isolate: false }),
    ...(alone.length > 0 ? [project({ name: `${name}-isolated`, include: [...alone], exclude: left })] : []),
  ];
};

/**
 * Runs files with an environment of their own last: a process ends where the next file has another one. With FILE_ORDER, any text,
 * the others are in an order drawn by it instead of the longest first: they share processes, and none may need what another left.
 */
class LaneSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env.FILE_ORDER;
    const place = ({ moduleId }: TestSpecification) =>
      createHash('sha256')
        .update(`${seed} ${relative(here('.'), moduleId)}`)
        .digest('hex');
    const sorted = seed
      ? files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
      : await super.sort(files);
    const own = Map.groupBy(sorted, ({ moduleId }) => readFileSync(moduleId, 'utf8').includes('@vitest-environment'));
    return [...(own.get(false) ?? []), ...(own.get(true) ?? [])];
  }
}

/** The lanes of tests; vite.config.ts has the build. */
export default defineConfig({
  define: { __CHARTS_SHAPE__: JSON.stringify('shape of the tests') },
  publicDir: false,
  cacheDir: 'node_modules/.vite',
  plugins: [react(), catalogues()],
  test: {
    // `npm test` sets LANE_RESULTS and prints progress and failures only
    reporters: [...(results ? ['minimal', new ProgressReporter(results)] : ['default']), new CountReporter()],
    silent: results ? 'passed-only' : false,
    sequence: { sequencer: LaneSequencer },
    maxWorkers: 2,
    // only end hangs: nothing may depend on how fast the machine is
    testTimeout: (process.env.FULL ? 60 : 10) * minute,
    hookTimeout: 10 * minute,
    expect: { poll: { timeout: 2 * minute } },
    projects: [
      ...lane('unit', {
        environment: 'node',
        include: ['{src,machines,server,packages}/**/*.test.ts', 'test/tools/**/*.test.ts'],
        exclude: ['packages/*/test/**'],
      }),
      ...lane('house', {
        environment: 'node',
        include: ['test/house/**/*.test.ts'],
        pool: 'threads',
      }),
      ...lane('paths', {
        environment: 'happy-dom',
        include: ['test/paths/**/*.test.{ts,tsx}', 'src/**/*.test.tsx'],
        setupFiles: [here('./test/paths/setup.ts')],
      }),
      ...lane('api', {
        environment: 'node',
        include: ['{test,packages/*/test}/api/**/*.test.ts'],
        exclude: onFolders,
      }),
      ...lane('browser', {
        environment: 'node',
        include: ['{test,packages/*/test}/browser/**/*.test.ts'],
      }),
    ],
  },
});
