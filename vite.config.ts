import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import {
  leanLibraries,
  leanPage,
  moduleList,
  openingWords,
  outdatedNotice,
  pictures,
  ticketWorker,
} from './test/tools/build-plugins.ts';
import { chartsShape } from './test/tools/charts-shape.ts';
import { buildTargets } from './test/tools/compat/support.ts';
import { CountReporter } from './test/tools/count-reporter.ts';
import { leftOut } from './test/tools/drawn.ts';

const minute = 60_000;

/** What the page itself brought (the chunk `entry`, what it runs on, its styles) is not asked for again by a lazy screen. */
const notThere = (part: string) => !/\/(?:entry|rolldown-runtime)-[^/]+$/.test(part);

/** A catalogue's chunk is called after its language, a site's after its code. */
const nameOf = (module: string | null) => {
  const [, lang, part] = /\/locales\/([a-z-]+)\/(first|messages)\.json/.exec(module ?? '') ?? [];
  return lang && (part === 'first' ? lang : `${lang}-more`);
};

/** These start databases of their own, whatever DATABASE_URL says: on PostgreSQL they would only be repeated. */
const onFolders = process.env.DATABASE_URL
  ? ['test/api/{process,start-up,ops-process,chaos,disk-full,database-*}.test.ts']
  : [];

/** The app's root is src; tests look at the whole repository. */
export default defineConfig({
  root: process.env.VITEST ? '.' : 'src',
  define: { __CHARTS_SHAPE__: JSON.stringify(chartsShape()) },
  publicDir: process.env.VITEST ? false : '../public',
  cacheDir: process.env.VITEST ? 'node_modules/.vite' : '../node_modules/.vite',
  plugins: [
    react(),
    lingui({ failOnMissing: 'catalog', failOnCompileError: true }),
    leanLibraries(),
    openingWords(),
    outdatedNotice(),
    leanPage(),
    pictures(),
    moduleList(),
    ticketWorker(),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: buildTargets,
    manifest: true,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_importer, parts, { hostType }) => (hostType === 'html' ? parts : parts.filter(notThere)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'] }] },
        entryFileNames: 'assets/entry-[hash].js',
        chunkFileNames: ({ facadeModuleId }) => `assets/${nameOf(facadeModuleId) ?? '[name]'}-[hash].js`,
      },
    },
  },
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
          exclude: [...configDefaults.exclude, ...leftOut(process.env, process.argv)],
          // a shared machine may starve a browser; what needs its second try is printed
          retry: process.env.CI ? 1 : 0,
          testTimeout: 3 * minute,
          hookTimeout: 2 * minute,
        },
      },
    ],
  },
});
