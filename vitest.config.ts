import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { chartsShape } from './build/charts-shape.ts';
import { CountReporter } from './test/tools/count-reporter.ts';
import { excludedFiles } from './test/tools/drawn.ts';

const minute = 60_000;

/** These start databases of their own, whatever DATABASE_URL says: on PostgreSQL they would only be repeated. */
const onFolders = process.env.DATABASE_URL
  ? ['test/api/{process,start-up,ops-process,chaos,disk-full,database-*}.test.ts']
  : [];

/** The lanes of tests; vite.config.ts has the build. */
export default defineConfig({
  define: { __CHARTS_SHAPE__: JSON.stringify(chartsShape()) },
  publicDir: false,
  cacheDir: 'node_modules/.vite',
  plugins: [react(), lingui({ failOnMissing: 'catalog', failOnCompileError: true })],
  test: {
    reporters: ['default', new CountReporter()],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{src,machines,server}/**/*.test.ts', 'test/tools/**/*.test.ts'],
          testTimeout: minute / 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          environment: 'node',
          include: ['test/house/**/*.test.ts'],
          pool: 'threads',
          testTimeout: minute / 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'paths',
          environment: 'happy-dom',
          include: ['test/paths/**/*.test.{ts,tsx}', 'src/**/*.test.tsx'],
          setupFiles: [fileURLToPath(new URL('./test/paths/setup.ts', import.meta.url))],
          testTimeout: minute / 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['test/api/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onFolders],
          testTimeout: minute,
          hookTimeout: minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/browser/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...excludedFiles(process.env, process.argv)],
          // a shared machine may starve a browser; what needs its second try is printed
          retry: process.env.CI ? 1 : 0,
          testTimeout: 3 * minute,
          hookTimeout: 2 * minute,
        },
      },
    ],
  },
});
