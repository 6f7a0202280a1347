/**
 * `npm test [-- lane …] [--full]`: installs what is missing, runs the lanes, ends with `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../server/build.mjs';
import { installIfNeeded, nodePath } from '../../server/core/install.mjs';
import { aptInstall, mayInstall, needChromium, onPath } from './chromium.mjs';
import { needEngines } from './engines.mjs';
import { broken, finish, lane } from './lanes.mjs';

/** The subject of each lane; vitest.config.ts defines their files. */
const lanes = {
  unit: 'rules, money, dates, contracts, charts and server rooms on their own',
  house: 'the house rules: imports, sizes, texts, tests',
  paths: 'generated and written walks through the charts on the real screens (happy-dom)',
  api: 'the server over HTTP',
  browser: 'the built app in Chromium against the real server',
};

const { values: wish, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
const unknown = selected.filter((name) => !(name in lanes));
if (unknown.length > 0) {
  console.error(`No such lane: ${unknown.join(', ')}. Lanes: ${Object.keys(lanes).join(', ')}.`);
  process.exit(2);
}

await installIfNeeded();
const node = await nodePath();

/* All samples of this run share a seed (tools/sample.ts, tools/drawn.ts). */
const SAMPLE_SEED = process.env.SAMPLE_SEED ?? String(Math.floor(Math.random() * 1_000_000));
const sampling = wish.full ? { FULL: '1' } : { SAMPLE_SEED };
console.log(
  'FULL' in sampling
    ? 'Everything is run.'
    : `Samples are drawn by SAMPLE_SEED=${SAMPLE_SEED}; npm run tool -- full runs all.`,
);

const wanted = Object.entries(lanes).filter(([name]) => selected.length === 0 || selected.includes(name));
for (const [index, [name, about]] of wanted.entries()) {
  const title = `lane ${index + 1} of ${wanted.length}, ${name}: ${about}`;
  const extra = { ...sampling };
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
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--silent=passed-only', ...projects, ...workers];
  await lane(title, node, args, extra);
}
if ('FULL' in sampling && selected.length === 0) {
  const api = ['test/tools/test.mjs', 'api', '--full'];
  await lane('the API lane on PostgreSQL', node, ['test/tools/with-postgres.mjs', node, ...api]);
  await lane('planted faults: each turns a generated lane red', node, ['packages/load-tools/faults.ts'], sampling);
  if (onPath('promtool') === undefined && mayInstall()) await aptInstall(['prometheus']);
  await lane('alarms', 'promtool', ['test', 'rules', 'server/operators/metrics/alarms.test.yml']);
  await lane('memory over ten minutes of buying', node, ['packages/load-tools/bench.ts', '--soak', '10']);
}
finish();
