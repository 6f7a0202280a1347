import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { langs } from '#src/domain/lang.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import type { ProcessPage } from './camera.ts';
import { shrink } from './compare.ts';
import type { ModeName } from './modes.ts';
import { homeOf, nameOf, type Picture, usualMode } from './plan.ts';
import { quieten } from './quieten.ts';
import { allScenes, partsOf, type Scene } from './scenes.ts';
import { keyScenesOf } from './walks/site.ts';
import { walks } from './walks.ts';

/** The accepted pictures, at half size and in few colours, so that the folder stays small. */
const folder = fileURLToPath(new URL('references/', import.meta.url));
/** Output folder for differences. */
const reports = fileURLToPath(new URL('../../reports/pictures/', import.meta.url));

/** All scenes of a walk are compared in one language, so that it runs once. */
const langOf = (scene: Scene) => {
  const shown: readonly (readonly Scene[])[] = Object.values(walks).map(({ scenes }) => scenes);
  return langs[shown.findIndex((scenes) => scenes.includes(scene)) % langs.length] ?? 'ja';
};
const pictureOf = (scene: Scene, mode: ModeName = usualMode(scene)): Picture => ({
  scene,
  site: homeOf(scene),
  lang: langOf(scene),
  mode,
});

/** The first variant of every screen. */
const everyScreen = Object.values(Object.groupBy(allScenes, (scene) => partsOf(scene)[0])).flatMap((variants = []) => {
  const [first] = variants;
  return first && !first.startsWith('failure.') ? [pictureOf(first)] : [];
});

const looks = (
  [
    ['order.chosen', 'desktop'],
    ['order.sold-out', 'phone'],
    ['payment.card', 'phone-dark'],
    ['confirm.summary', 'desktop-dark'],
    ['ticket.parts', 'narrow-dark'],
    ['ticket.separate', 'desktop'],
    ['receipt.made', 'print'],
    ['send.checking', 'phone'],
    ['changedate.chosen', 'phone-dark'],
    ['signage.today', 'wall-upright'],
  ] as const
).map(([scene, mode]) => pictureOf(scene, mode));

/** Every site's first screen and its ticket. */
const everySite = siteCodes.slice(1).flatMap((site, index) => {
  const lang = langs[index % langs.length] ?? 'ja';
  return [keyScenesOf(site)[0], 'ticket.valid' as const].map(
    (scene): Picture => ({ scene, site, lang, mode: 'phone' }),
  );
});

/** About sixty of the gallery's pictures. */
export const compared: readonly Picture[] = [...everyScreen, ...looks, ...everySite];

/** Device pixel ratio of the compared pictures. */
export const scale = 1;

const fileOf = (picture: Picture): string => join(folder, `${nameOf(picture)}.png`);

/** A small picture of the page without its random content. */
export const captureForComparison = async ({ page }: Parameters<ProcessPage>[0]): Promise<Buffer> => {
  const restore = await quieten(page);
  // the last press left the pointer over whatever stands there now
  await page.mouse.move(0, 0);
  // a new screen scrolls to its top a moment after it came; a scene that stands further down is taken as it is
  await page.waitForFunction(() => scrollY === 0, undefined, { timeout: 1_000 }).catch(() => undefined);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await restore();
  return shrink(picture);
};

/** The accepted picture. Throws with the command that creates it if there is none. */
export const referenceOf = (picture: Picture): Buffer => {
  const file = fileOf(picture);
  if (!existsSync(file)) {
    const how = 'look at the gallery, then make the references by `npm run build && npm run tool -- gallery --accept`';
    throw new Error(`There is no picture ${file} to compare with: ${how}.`);
  }
  return readFileSync(file);
};

export const writeReference = (picture: Picture, small: Buffer): void => writeFileSync(fileOf(picture), small);

/** Deletes all references, before they are created again. */
export const emptyReferences = (): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
};

/** Writes the current picture and its differences. */
export const report = (picture: Picture, now: Buffer, difference: Buffer | null): void => {
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, `${nameOf(picture)}.png`), now);
  if (difference) writeFileSync(join(reports, `${nameOf(picture)}.difference.png`), difference);
};
