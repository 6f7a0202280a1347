/**
 * `npm run tool -- gallery`: writes pictures of every screen and variant with a page to browse them into reports/gallery. Each picture is
 * checked, and findings make the exit code 1. `-- --only=<words>` takes only pictures whose name contains all words, `--
 * --site=<code>` the key screens of one site, also of SITES_DIR (`--catalogue=<file>`: not <code>.catalogue.json beside its
 * folder), `-- --accept` only the references of the picture comparison (test/browser/pictures.test.ts).
 */
import '#test/api/kit/day.ts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseOptions } from '#test/tools/parse-options.ts';
import { accept } from './accept.ts';
import { nameOf, type Picture, plan } from './plan.ts';
import { sheet } from './sheet.ts';
import { foundIn, walkAll } from './studio.ts';
import { openVenue } from './venue.ts';
import { jobsOf } from './walks.ts';

const folder = fileURLToPath(new URL('../../reports/gallery/', import.meta.url));

/** Device pixel ratio: small text of all scripts is readable, and the folder stays small enough to share. */
const scale = 1.5;

const minutes = (ms: number): string => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

/** Takes some of the pictures; `openShop` as in `walkAll`. */
const makeGallery = async (
  pictures: readonly Picture[],
  only: string,
  openShop?: ReturnType<typeof openVenue>['openShop'],
): Promise<void> => {
  const start = performance.now();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const filters = only.split(/\s+/);
  const wanted = pictures.filter((picture) => filters.every((filter) => nameOf(picture).includes(filter)));
  const { shots, broken } = await walkAll(
    jobsOf(wanted),
    async ({ page }, picture) => {
      const path = join(folder, `${nameOf(picture)}.png`);
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    },
    scale,
    openShop,
  );
  writeFileSync(join(folder, 'index.html'), sheet(shots));
  const found = foundIn(shots);
  for (const line of [...found, ...broken]) console.log(line);
  console.log(`${shots.length} pictures in ${minutes(performance.now() - start)}, ${found.length} findings.`);
  console.log(`Open ${join(folder, 'index.html')}`);
  process.exitCode = found.length + broken.length > 0 ? 1 : 0;
};

const { values } = parseOptions({
  options: {
    only: { type: 'string', default: '' },
    accept: { type: 'boolean', default: false },
    site: { type: 'string' },
    catalogue: { type: 'string' },
  },
});
const { only, site, catalogue } = values;
if (values.accept) await accept();
else if (site === undefined) await makeGallery(plan, only);
else {
  const venue = openVenue(site, catalogue);
  await makeGallery(venue.pictures, only, venue.openShop);
}
// Chromium, which ends with this process, would keep it running.
process.exit();
