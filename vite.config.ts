import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type ConfigEnv, defineConfig, type UserConfig } from 'vite';
import { buildTargets } from './build/browsers.ts';
import { catalogues, textsIn } from './build/catalogues.ts';
import { shapeOf } from './build/charts-shape.ts';
import {
  compiledAhead,
  latinScripts,
  leanCharts,
  leanPage,
  moduleList,
  openingTexts,
  outdatedNotice,
  pageStart,
  ticketWorker,
} from './build/plugins.ts';
import { siteData } from './build/site-data.ts';

/** Lazy screens need not preload what the page has loaded itself: the chunk `entry`, its runtime and its styles. */
const notThere = (part: string) => !/\/(?:entry|libraries|rolldown-runtime)-[^/]+$/.test(part);

/** Names a chunk of texts by its language. */
const nameOf = (module: string | null) => {
  const texts = textsIn(module);
  return texts && (texts.isFirst ? texts.lang : `${texts.lang}-more`);
};

const standIn = (name: string): string => fileURLToPath(new URL(`build/stand-ins/${name}.ts`, import.meta.url));

/**
 * Parts of libraries that the page never runs, and what the build takes in their place. `bytes`: gzip, off the order screen.
 * test/house/stand-ins.test.ts fails when a library imports something else.
 */
export const standIns = [
  // @lingui/core compiles messages in development only; texts are compiled by the build
  {
    find: /^@lingui\/message-utils\/compileMessage$/,
    replacement: standIn('compile-message'),
    library: '@lingui/core/dist/index.mjs',
    bytes: 6_112,
  },
  // the adapter of a browser extension
  {
    find: /^.*\/xstate-dev\.esm\.js$/,
    replacement: standIn('xstate-dev'),
    library: 'xstate/dist/raise-effbee0c.esm.js',
    bytes: 93,
  },
  // React has this hook itself since version 18
  {
    find: /^use-sync-external-store\/shim(?:\/index\.js)?$/,
    replacement: 'react',
    library: '@xstate/react/dist/xstate-react.esm.js',
    bytes: 296,
  },
];

/** Loads a file of the charts as it is: a static import would become a part of this configuration. */
const chartsFile = (name: string) => import(new URL(`machines/${name}.ts`, import.meta.url).href);
const { machines }: typeof import('#machines/index.ts') = await chartsFile('index');
const { SnapshotSchema }: typeof import('#machines/snapshot.ts') = await chartsFile('snapshot');
const shape = shapeOf(Object.values(machines), SnapshotSchema);

/** What the server renders first screens with: one bundle without dependencies, `dist/page/markup.js` (`vite build --ssr`). */
const markup: UserConfig = {
  root: 'src',
  resolve: { alias: standIns },
  define: { __CHARTS_SHAPE__: JSON.stringify(shape), 'process.env.NODE_ENV': JSON.stringify('production') },
  publicDir: false,
  plugins: [react(), catalogues()],
  ssr: { noExternal: true },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/app/markup.tsx', import.meta.url)),
      output: { entryFileNames: 'markup.js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
};

/** The page and its development server. */
const page = (command: ConfigEnv['command']): UserConfig => ({
  root: 'src',
  resolve: { alias: command === 'build' ? standIns : [] },
  define: { __CHARTS_SHAPE__: JSON.stringify(shape) },
  publicDir: '../public',
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    catalogues(),
    pageStart(),
    openingTexts(),
    outdatedNotice(),
    leanPage(),
    leanCharts(),
    siteData(),
    latinScripts(),
    compiledAhead(),
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
      transform: { assumptions: { setPublicClassFields: true } },
      output: {
        codeSplitting: {
          groups: [
            // they stay in a browser's cache when the app changes
            { name: 'libraries', tags: ['$initial'], test: /node_modules|\/src\/app\/libraries\.ts$/, priority: 2 },
            { name: 'entry', tags: ['$initial'], priority: 1 },
            // what several later files share: one request
            { name: 'shared', minShareCount: 2 },
          ],
        },
        entryFileNames: 'assets/entry-[hash].js',
        chunkFileNames: ({ facadeModuleId }) => `assets/${nameOf(facadeModuleId) ?? '[name]'}-[hash].js`,
      },
    },
  },
});

/** The build and the development server of the app; vitest.config.ts has the tests. */
export default defineConfig(({ command, isSsrBuild }) => (isSsrBuild ? markup : page(command)));
