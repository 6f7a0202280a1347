import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { catalogues } from 'ticket-store/build/catalogues.ts';
import { shapeOf } from 'ticket-store/build/charts-shape.ts';
import { siteData } from 'ticket-store/build/plugins.ts';
import { machines } from 'ticket-store/machines/index.ts';
import { SnapshotSchema } from 'ticket-store/machines/snapshot.ts';
import { fingerprint } from 'ticket-store/server/build.mjs';
import { settingsOf, siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import { build, type Plugin } from 'vite';
import { drawingOf } from '../drawing/drawing.ts';
import { findWays } from './simulation/find-ways.ts';
import { waysFile } from './simulation/protocol.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The simulated screens, the ways to their states, and the drawings of the charts, as static files. */
export const simulationFolder = `${root}dist/charts`;
const stamp = `${simulationFolder}/built-from`;

/** Stand-ins for the parts that talk to others: providers' scripts and forms. */
const standIns: Plugin = {
  name: 'simulated-providers',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const [, name] = /\/(stripe-card|load-script)\.ts$/.exec(source) ?? [];
    return name === undefined || importer?.includes('/simulation/')
      ? null
      : `${root}packages/chart-tools/studio/simulation/${name}.ts`;
  },
};

/** The plans' sites as data: a page cannot read their folders. */
const sitesAsData: Plugin = {
  name: 'sites-as-data',
  enforce: 'pre',
  load: (id) => {
    if (!id.endsWith('/test/tools/example-sites.ts')) return null;
    const all = Object.fromEntries(siteCodes.map((code) => [code, settingsOf(code)]));
    return `const all = ${JSON.stringify(all)};\nexport const settingsOf = (code) => all[code];`;
  },
};

const rules = [
  { code: 'borderless', mailConfirm: false, onlyMail: false },
  { code: 'borderless', mailConfirm: true, onlyMail: false },
  { code: 'borderless', mailConfirm: true, onlyMail: true },
] as const;

/** Builds these files if a source of theirs changed since the last time. */
export const buildSimulation = async (): Promise<void> => {
  const sources = fingerprint([
    ...['drawing', 'explore', 'studio/simulation', 'studio/build-simulation.ts'].map(
      (part) => `packages/chart-tools/${part}`,
    ),
    'test/paths',
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  await build({
    configFile: false,
    root: `${root}packages/chart-tools/studio/simulation`,
    base: './',
    publicDir: false,
    logLevel: 'error',
    define: { __CHARTS_SHAPE__: JSON.stringify(shapeOf(Object.values(machines), SnapshotSchema)) },
    plugins: [standIns, sitesAsData, react(), catalogues(), siteData()],
    build: {
      outDir: `${simulationFolder}/simulation`,
      emptyOutDir: true,
      reportCompressedSize: false,
      target: 'es2022',
    },
  });
  mkdirSync(`${simulationFolder}/ways`, { recursive: true });
  for (const site of rules) writeFileSync(`${simulationFolder}/ways/${waysFile(site)}`, JSON.stringify(findWays(site)));
  mkdirSync(`${simulationFolder}/drawings`, { recursive: true });
  for (const machine of Object.values(machines))
    writeFileSync(`${simulationFolder}/drawings/${machine.id}.svg`, await drawingOf(machine));
  writeFileSync(stamp, sources);
};
