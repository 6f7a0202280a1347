/** `npm test [-- lane …] [--full]`: installs what the tests need, runs the lanes, ends with `N passed, N failed`. */
import { buildIfStale } from '../../server/build.mjs';
import { installIfNeeded, nodePath } from '../../server/install.mjs';
import { mayInstall, needChromium } from './chromium.mjs';
import { slowest, startDurations } from './durations.mjs';
import { needEngines } from './engines.mjs';
import { broken, finish, lane } from './lanes.mjs';

/** What each lane checks; vitest.config.ts defines their files. */
const lanes = {
  unit: 'rules, money, dates, contracts, charts and server rooms on their own',
  house: 'the house rules: imports, sizes, texts, tests',
  paths: 'generated and written walks through the charts on the real screens (happy-dom)',
  api: 'the server over HTTP',
  browser: 'the built app in Chromium against the real server',
};

const selected = process.argv.slice(2).filter((arg) => arg !== '--full');
const unknown = selected.filter((name) => !(name in lanes));
if (unknown.length > 0) {
  console.error(`No such lane: ${unknown.join(', ')}. Lanes: ${Object.keys(lanes).join(', ')}.`);
  process.exit(2);
}

await installIfNeeded();
const node = await nodePath();
/* One seed for all samples of this run (tools/sample.ts, tools/drawn.ts). */
const SAMPLE_SEED = process.env.SAMPLE_SEED ?? String(Math.floor(Math.random() * 1_000_000));
const full = process.argv.includes('--full') ? { FULL: '1' } : { SAMPLE_SEED };
console.log(
  'FULL' in full ? 'Everything is run.' : `Samples are drawn by SAMPLE_SEED=${SAMPLE_SEED}; npm run full runs all.`,
);

const measured = startDurations();
const wanted = Object.entries(lanes).filter(([name]) => selected.length === 0 || selected.includes(name));
for (const [index, [name, about]] of wanted.entries()) {
  const title = `lane ${index + 1} of ${wanted.length}, ${name}: ${about}`;
  const extra = { ...full };
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
    LANE_DURATIONS: measured.file,
  });
}
if ('FULL' in full && selected.length === 0) {
  const api = ['test/tools/test.mjs', 'api', '--full'];
  await lane('the API lane on PostgreSQL', node, ['test/tools/with-postgres.mjs', node, ...api]);
  await lane('planted faults: each turns a generated lane red', node, ['test/tools/faults.ts']);
  await lane('exported files in the tools that they are for', node, ['test/tools/exports-check.ts']);
  await lane('memory over ten minutes of buying', node, ['test/tools/bench.ts', '--soak', '10']);
}
console.log(`\nSlowest files:\n${slowest(measured.end()).join('\n')}`);
finish();
