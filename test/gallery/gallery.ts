/**
 * `npm run tool -- gallery`: writes pictures of every screen and variant with a page to browse them into reports/gallery. Each picture is
 * checked, and findings make the exit code 1. `-- --only=<words>` takes only pictures whose name contains all words,
 * `-- --accept` only the references of the picture comparison (test/browser/pictures.test.ts).
 */
import '#test/api/kit/day.ts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseOptions } from '#test/tools/parse-options.ts';
import { nameOf, plan } from './plan.ts';
import {
  captureForComparison,
  compared,
  scale as comparedScale,
  emptyReferences,
  writeReference,
} from './references.ts';
import { sheet } from './sheet.ts';
import { foundIn, walkAll } from './studio.ts';
import { jobsOf } from './walks.ts';

const folder = fileURLToPath(new URL('../../reports/gallery/', import.meta.url));

/** Device pixel ratio: small text of all scripts is readable, and the folder stays small enough to share. */
const scale = 1.5;

const minutes = (ms: number): string => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

/** Replaces all reference pictures by the current ones. */
const accept = async (): Promise<void> => {
  emptyReferences();
  const { shots, broken } = await walkAll(
    jobsOf(compared),
    async (visitor, picture) => writeReference(picture, await captureForComparison(visitor)),
    comparedScale,
  );
  for (const line of broken) console.log(line);
  console.log(`${shots.length} references: test/gallery/references`);
  process.exitCode = broken.length > 0 ? 1 : 0;
};

/** Takes the pictures whose name contains all words. */
const makeGallery = async (only: string): Promise<void> => {
  const start = performance.now();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const filters = only.split(/\s+/);
  const wanted = plan.filter((picture) => filters.every((filter) => nameOf(picture).includes(filter)));
  const { shots, broken } = await walkAll(
    jobsOf(wanted),
    async ({ page }, picture) => {
      const path = join(folder, `${nameOf(picture)}.png`);
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    },
    scale,
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
  },
});
await (values.accept ? accept() : makeGallery(values.only));
// Chromium, which ends with this process, would keep it running.
process.exit();
