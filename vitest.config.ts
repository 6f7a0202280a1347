import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { catalogues } from './build/catalogues.ts';
import { CountReporter } from './test/tools/count-reporter.ts';
import { excludedFiles } from './test/tools/drawn.ts';
import { isolatedFiles } from './test/tools/isolated.ts';

const minute = 60_000;
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** These start their own databases, regardless of DATABASE_URL: on PostgreSQL they would only be repeated. */
const onFolders = process.env.DATABASE_URL
  ? ['test/api/{process,database-*}.test.ts', 'packages/load-tools/test/api/chaos.test.ts']
  : [];

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
  const isolated: readonly string[] = Object.entries(isolatedFiles).find(([lane]) => lane === name)?.[1] ?? [];
  const excluded = [...configDefaults.exclude, ...exclude, ...notDrawn, ...leftOut];
  const setupFiles = [here('./test/setup.ts'), ...[settings.setupFiles ?? []].flat()];
  const project = (more: Settings): TestProjectInlineConfiguration => ({
    extends: true,
    test: { ...settings, setupFiles, ...more },
  });
  return [
    project({ name, include, exclude: [...excluded, ...isolated], isolate: false }),
    ...(isolated.length > 0 ? [project({ name: `${name}-isolated`, include: [...isolated], exclude: excluded })] : []),
  ];
};

/** Runs files that choose their environment last: a process ends where the next file has another one. */
class LaneSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const chosen = Map.groupBy(sorted, ({ moduleId }) =>
      readFileSync(moduleId, 'utf8').includes('@vitest-environment'),
    );
    return [...(chosen.get(false) ?? []), ...(chosen.get(true) ?? [])];
  }
}

/** The lanes of tests; vite.config.ts has the build. */
export default defineConfig({
  define: { __CHARTS_SHAPE__: JSON.stringify('shape of the tests') },
  publicDir: false,
  cacheDir: 'node_modules/.vite',
  plugins: [react(), catalogues()],
  test: {
    reporters: ['default', new CountReporter()],
    // SHUFFLE=1: in random order, which `--sequence.seed` repeats; files share processes, and none may depend on another
    sequence: process.env.SHUFFLE ? { shuffle: { files: true } } : { sequencer: LaneSequencer },
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
