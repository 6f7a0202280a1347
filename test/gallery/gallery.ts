/**
 * `npm run tool -- gallery`: writes pictures of every screen and variant into reports/gallery. Each picture is checked, and findings
 * make the exit code 1. `-- --only=<words>` takes only pictures whose name contains all words.
 */
import '#test/api/kit/day.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseOptions } from '#test/tools/parse-options.ts';
import { foundIn, type ProcessPage, walkJob } from './camera.ts';
import { nameOf, plan } from './plan.ts';
import { jobsOf } from './walks.ts';

const folder = fileURLToPath(new URL('../../reports/gallery/', import.meta.url));

/** Device pixel ratio: small text of all scripts is readable, and the folder stays small enough to share. */
const scale = 1.5;

const { values } = parseOptions({ options: { only: { type: 'string', default: '' } } });
const words = values.only.split(/\s+/);
const jobs = jobsOf(plan.filter((picture) => words.every((word) => nameOf(picture).includes(word))));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const save: ProcessPage = async ({ page }, picture) => {
  await page.screenshot({ path: join(folder, `${nameOf(picture)}.png`), animations: 'disabled', caret: 'hide' });
};
let taken = 0;
const work = async (): Promise<void> => {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { name } = job;
    try {
      const shots = await walkJob(job, save, scale);
      taken += shots.length;
      const found = foundIn(shots);
      if (found.length > 0) process.exitCode = 1;
      console.log([`${name}: ${shots.length} pictures`, ...found].join('\n'));
    } catch (thrown) {
      process.exitCode = 1;
      console.log(`${name}: ${String(thrown).split('\n').slice(0, 3).join(' ')}`);
    }
  }
};
await Promise.all([work(), work()]);
console.log(`${taken} pictures: ${folder}`);
// Chromium, which ends with this process, would keep it running.
process.exit();
