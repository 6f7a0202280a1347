import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type ConfigEnv, defineConfig, type UserConfig } from 'vite';
import { buildTargets } from './build/browsers.ts';
import { catalogues, textsIn } from './build/catalogues.ts';
import { shapeOf } from './build/charts-shape.ts';
import { leanPage, pageParts } from './build/first-paint.ts';
import { compiledAhead, siteData, ticketWorker } from './build/plugins.ts';

/** Names a chunk of texts by its language. */
const nameOf = (module: string | null) => {
  const texts = textsIn(module);
  return texts && (texts.isFirst ? texts.lang : `${texts.lang}-more`);
};

/** @lingui/core compiles messages in development only; texts are compiled by the build. 6.1 kB (gzip) of the first screen. */
const standIns = {
  '@lingui/message-utils/compileMessage': fileURLToPath(new URL('build/compile-message.ts', import.meta.url)),
};

/** Loads a file of the charts as it is: a static import would become a part of this configuration. */
const chartsFile = (name: string) => import(new URL(`machines/${name}.ts`, import.meta.url).href);
const { machines }: typeof import('#machines/index.ts') = await chartsFile('index');
const { SnapshotSchema }: typeof import('#machines/snapshot.ts') = await chartsFile('snapshot');
const shape = shapeOf(Object.values(machines), SnapshotSchema);

/** Without the list of slow plugins, which does not help somebody who starts the shop. */
const checks = { bundlerTimings: false };

/** The bundle that the server renders first screens with, without dependencies: `dist/page/markup.js` (`vite build --ssr`). */
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
      checks,
      input: fileURLToPath(new URL('src/first-paint/markup.tsx', import.meta.url)),
      output: { entryFileNames: 'markup.js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
};

/** The page and its development server. */
const page = (command: ConfigEnv['command']): UserConfig => ({
  root: 'src',
  resolve: { alias: command === 'build' ? standIns : {} },
  define: { __CHARTS_SHAPE__: JSON.stringify(shape) },
  publicDir: '../public',
  cacheDir: '../node_modules/.vite',
  plugins: [react(), catalogues(), pageParts(), leanPage(), siteData(), compiledAhead(), ticketWorker()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: buildTargets,
    manifest: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      output: {
        codeSplitting: {
          groups: [
            // they stay in a browser's cache when the app changes
            { name: 'libraries', tags: ['$initial'], test: /node_modules|\/first-paint\/libraries\.ts$/, priority: 2 },
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
