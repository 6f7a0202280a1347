/**
 * `npm test [-- lane …] [--full] [--repeat 5]`: installs what the tests need, runs the lanes, ends with `N passed, N failed`.
 * Repeated, it runs the files in another order each time, lists the tests that did not end alike, and fails if there are any.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../server/build.mjs';
import { installIfNeeded, nodePath } from '../../server/core/install.mjs';
import { mayInstall, needChromium } from './chromium.mjs';
import { needEngines } from './engines.mjs';
import { broken, finish, lane } from './lanes.mjs';
import { differing, slowest, startResults } from './results.mjs';

/** What each lane checks; vitest.config.ts defines their files. */
const lanes = {
  unit: 'rules, money, dates, contracts, charts and server rooms on their own',
  house: 'the house rules: imports, sizes, texts, tests',
  paths: 'generated and written walks through the charts on the real screens (happy-dom)',
  api: 'the server over HTTP',
  browser: 'the built app in Chromium against the real server',
};

const { values: wish, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, repeat: { type: 'string', default: '1' } },
});
const rounds = Number(wish.repeat);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--repeat takes a whole number from 1, not "${wish.repeat}".`);
  process.exit(2);
}
const unknown = selected.filter((name) => !(name in lanes));
if (unknown.length > 0) {
  console.error(`No such lane: ${unknown.join(', ')}. Lanes: ${Object.keys(lanes).join(', ')}.`);
  process.exit(2);
}

await installIfNeeded();
const node = await nodePath();
/** @typedef {import('./results.mjs').FileResult} FileResult */

/* One seed for all samples of this run (tools/sample.ts, tools/drawn.ts). */
const SAMPLE_SEED = process.env.SAMPLE_SEED ?? String(Math.floor(Math.random() * 1_000_000));
const full = wish.full ? { FULL: '1' } : { SAMPLE_SEED };
console.log(
  'FULL' in full
    ? 'Everything is run.'
    : `Samples are drawn by SAMPLE_SEED=${SAMPLE_SEED}; npm run tool -- full runs all.`,
);

const results = startResults();
const wanted = Object.entries(lanes).filter(([name]) => selected.length === 0 || selected.includes(name));
/** Runs the wanted lanes once. @param {number} round from 1 @returns {Promise<FileResult[]>} */
const runLanes = async (round) => {
  const FILE_ORDER = round > 1 ? `${SAMPLE_SEED}-${round}` : '';
  const part = rounds > 1 ? `run ${round} of ${rounds}${FILE_ORDER && `, FILE_ORDER=${FILE_ORDER}`}, ` : '';
  /** @type {FileResult[]} */
  const all = [];
  for (const [index, [name, about]] of wanted.entries()) {
    const title = `${part}lane ${index + 1} of ${wanted.length}, ${name}: ${about}`;
    const extra = { ...full, FILE_ORDER };
    if (name === 'browser') {
      const chromium = await needChromium();
      if (chromium === undefined) {
        const how = mayInstall()
          ? 'apt-get could not install it (see above)'
          : '`apt-get install chromium-headless-shell fonts-noto-cjk` as root';
        const reason = `Not run: no Chromium or Chrome found. To get it: ${how}, or set CHROMIUM_PATH to one.`;
        if (process.env.CI) broken(title, reason);
        else console.log(`\n── ${title} ──\n${reason}`);
        continue;
      }
      const reason = await needEngines();
      if (reason !== null) {
        const engines = 'browser: a purchase in Firefox ESR and WebKitGTK';
        if (process.env.CI) broken(engines, reason);
        else console.log(`${engines}: ${reason}`);
      }
      await buildIfStale();
      Object.assign(extra, { CHROMIUM_PATH: chromium, ...(reason === null ? {} : { NO_ENGINES: '1' }) });
    }
    /* The API lane mostly waits: for providers that do not respond, and for processes that start and end. */
    const workers = name === 'api' ? ['--maxWorkers', '3'] : [];
    const projects = ['--project', name, '--project', `${name}-isolated`];
    await lane(title, node, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...workers], {
      ...extra,
      LANE_RESULTS: results.file,
    });
    const files = results.take();
    if (files.length > 0) console.log(`Slowest files:\n${slowest(files).join('\n')}`);
    all.push(...files);
  }
  return all;
};

/** @type {FileResult[][]} */
const runs = [];
for (let round = 1; round <= rounds; round += 1) runs.push(await runLanes(round));
results.end();
if (rounds > 1) {
  const differ = differing(runs);
  const title = 'tests that differ between runs';
  if (differ.length > 0) broken(title, differ.join('\n'));
  else console.log(`\n── ${title} ──\nnone`);
}
if ('FULL' in full && selected.length === 0) {
  const api = ['test/tools/test.mjs', 'api', '--full'];
  await lane('the API lane on PostgreSQL', node, ['test/tools/with-postgres.mjs', node, ...api]);
  await lane('planted faults: each turns a generated lane red', node, ['packages/load-tools/faults.ts'], full);
  await lane('exported files in the tools that they are for', node, ['packages/chart-tools/exports.ts']);
  await lane('memory over ten minutes of buying', node, ['packages/load-tools/bench.ts', '--soak', '10']);
}
finish();
